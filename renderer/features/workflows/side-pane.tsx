import type { JsonSchema } from '../../ui/form/json-schema.ts'
import type { GraphNode, NodeKind, Problem, Run } from './api.ts'
import type { GraphInHand } from './graph/use-graph.ts'
import { NodePanel } from './nodes/node-panel.tsx'
import { WorkflowPanel } from './workflow-panel.tsx'
import classes from './workflows.module.css'

interface SidePaneOptions {
  hand: GraphInHand
  node: GraphNode | undefined
  kinds: readonly NodeKind[]
  schema: JsonSchema
  problems: readonly Problem[]
  /** What an item that comes to the node may look like. */
  sample: unknown
  run: Run | undefined
  onSelect: (id: string | null) => void
  onRunAlone: (node: string) => void
}

/** All of the node that is chosen; without one, what holds for the whole workflow. */
export function SidePane({ node, ...shared }: SidePaneOptions) {
  const { hand, schema, problems } = shared
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section className={classes.scroll} aria-label="Settings" tabIndex={0}>
      {node ? (
        <NodePanel
          key={`${node.id} ${hand.turn}`}
          {...shared}
          node={node}
          schema={schema.properties!.nodes!.items!}
        />
      ) : (
        <WorkflowPanel key={hand.turn} hand={hand} schema={schema} problems={problems} />
      )}
    </section>
  )
}
