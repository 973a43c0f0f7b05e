import type { JsonSchema } from '../../ui/form/json-schema.ts'
import type { GraphNode, NodeKind, Problem, Run } from './api.ts'
import type { GraphState } from './graph/use-graph.ts'
import { NodePanel } from './nodes/node-panel.tsx'
import { WorkflowPanel } from './workflow-panel.tsx'
import classes from './workflows.module.css'

interface SidePaneOptions {
  editing: GraphState
  node: GraphNode | undefined
  kinds: readonly NodeKind[]
  schema: JsonSchema
  problems: readonly Problem[]
  /** A sample of the input items of the node. */
  sample: unknown
  run: Run | undefined
  onSelect: (id: string | null) => void
  onRunAlone: (node: string) => void
}

/** The settings of the selected node, or else those of the workflow. */
export function SidePane({ node, ...shared }: SidePaneOptions) {
  const { editing, schema, problems } = shared
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section className={classes.scroll} aria-label="Settings" tabIndex={0}>
      {node ? (
        <NodePanel
          key={`${node.id} ${editing.turn}`}
          {...shared}
          node={node}
          schema={schema.properties!.nodes!.items!}
        />
      ) : (
        <WorkflowPanel key={editing.turn} editing={editing} schema={schema} problems={problems} />
      )}
    </section>
  )
}
