import type { KeptItems } from '../../store/workflows/run-copies.ts'
import type { StepRow } from '../../store/workflows/run-rows.ts'
import type { WorkflowDocument } from '../../store/workflows/workflows.ts'
import type { RunGraph } from './run-graph.ts'

/** What to repeat: everything, from the failed nodes on, or from a given node on. */
export interface RetryScope {
  from: 'start' | 'failed' | string
  /** Completed items are not repeated. */
  failedItemsOnly: boolean
}

type Step = Pick<StepRow, 'node' | 'state' | 'items_failed'>

/**
 * Returns what a repeated run keeps of each node. Nodes that have changed since, and nodes after them, are repeated; so are
 * nodes that wait for all their items, if any of these may differ.
 */
export function planRetry(
  before: WorkflowDocument,
  graph: RunGraph,
  steps: readonly Step[],
  { from, failedItemsOnly }: RetryScope,
): Map<string, KeptItems> {
  const failed = new Set(steps.filter(hasNoOutput).map(({ node }) => node))
  const kept = new Map<string, KeptItems>()
  for (const { node, isList, before: sources } of graph.nodes) {
    const isSame = fingerprintOf(before, node) === fingerprintOf(graph.document, node)
    const isBegun = from === 'start' || from === node || (from === 'failed' && failed.has(node))
    const isAfter = sources.some(id => kept.get(id) !== 'all')
    if (isSame && !isBegun && !isAfter) kept.set(node, 'all')
    else kept.set(node, isSame && failedItemsOnly && !isList ? 'completed' : 'none')
  }
  return kept
}

const hasNoOutput = ({ state, items_failed }: Step) =>
  items_failed > 0 || (state !== 'completed' && state !== 'skipped')

/** Returns everything that determines the work of a node: its type, its config and its incoming edges. */
function fingerprintOf({ nodes, edges }: WorkflowDocument, id: string): string | null {
  const node = nodes.find(one => one.id === id)
  if (!node) return null
  const incomingEdges = edges.filter(({ to }) => to === id).map(({ from, when }) => `${from} ${when ?? ''}`)
  return JSON.stringify([node.type, node.config, incomingEdges.sort()])
}
