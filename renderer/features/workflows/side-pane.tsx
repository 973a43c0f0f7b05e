import type { JsonSchema } from '../../ui/form/json-schema.ts'
import type { ListState } from '../../ui/form/list-choices.ts'
import type { WorkflowRun } from '../../ui/runs/records.ts'
import type { GraphNode, NodeKind, Problem } from './api.ts'
import type { SelectionActions } from './graph/use-clipboard.ts'
import type { GraphState } from './graph/use-graph.ts'
import { NodePanel } from './nodes/node-panel.tsx'
import { SelectionPanel } from './selection-panel.tsx'
import { TemplateCards } from './templates/template-cards.tsx'
import { WorkflowPanel } from './workflow-panel.tsx'
import classes from './workflows.module.css'

interface SidePaneOptions {
  editing: GraphState
  /** Whether the workflow has not been saved yet. */
  isNew: boolean
  /** The selected nodes. */
  nodes: readonly GraphNode[]
  untouched: ReadonlySet<string>
  selection: SelectionActions
  kinds: readonly NodeKind[]
  schema: JsonSchema
  problems: readonly Problem[]
  /** A sample of the node's input item. */
  sample: unknown
  /** The newest run that the node took part in. */
  run: WorkflowRun | undefined
  /** Whether the runs of the workflow are loaded. */
  runs: ListState
  isAllWritten: () => boolean
  onSelect: (id: string | null) => boolean
  onRunAlone: (node: string) => void
  onRunUpTo: (node: string) => void
}

/** The settings of the selected node, the actions for several selected nodes, or the settings of the workflow. */
export function SidePane({ nodes, isNew, untouched, selection, ...shared }: SidePaneOptions) {
  const { editing, schema, problems } = shared
  const [node, second] = nodes
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section className={`${classes.scroll} ${classes.paneScroll}`} aria-label="Settings" tabIndex={0}>
      {second && (
        <SelectionPanel nodes={nodes} kinds={shared.kinds} graph={editing.graph} actions={selection} />
      )}
      {node && !second && (
        <NodePanel
          key={`${node.id} ${editing.turn}`}
          {...shared}
          problems={untouched.has(node.id) ? [] : problems}
          node={node}
          schema={schema.properties!.nodes!.items!}
        />
      )}
      {!node && isNew && !editing.isChanged && (
        <div className={classes.templates}>
          <TemplateCards columns={1} />
        </div>
      )}
      {!node && <WorkflowPanel key={editing.turn} editing={editing} schema={schema} problems={problems} />}
    </section>
  )
}
