import type { Kept } from '../../store/workflows/run-copies.ts'
import type { StepRow } from '../../store/workflows/run-rows.ts'
import type { WorkflowDocument } from '../../store/workflows/workflows.ts'
import type { RunGraph } from './run-graph.ts'

/** What is done again: all, from what failed on, or from a node on. */
export interface RetryFrom {
  from: 'start' | 'failed' | string
  /** Items that completed are not worked on again. */
  failedItemsOnly: boolean
}

type Step = Pick<StepRow, 'node' | 'state' | 'items_failed'>

/**
 * What a repeated run takes over of each node. A node that has changed since, or lies after one, is done again; so is one
 * that waits for all its items, wherever one of these may be another.
 */
export function planRetry(
  before: WorkflowDocument,
  graph: RunGraph,
  steps: readonly Step[],
  { from, failedItemsOnly }: RetryFrom,
): Map<string, Kept> {
  const failed = new Set(steps.filter(hasNoOutput).map(({ node }) => node))
  const kept = new Map<string, Kept>()
  for (const { node, isList, before: sources } of graph.nodes) {
    const isSame = signOf(before, node) === signOf(graph.document, node)
    const isBegun = from === 'start' || from === node || (from === 'failed' && failed.has(node))
    const isAfter = sources.some(id => kept.get(id) !== 'all')
    if (isSame && !isBegun && !isAfter) kept.set(node, 'all')
    else kept.set(node, isSame && failedItemsOnly && !isList ? 'completed' : 'none')
  }
  return kept
}

const hasNoOutput = ({ state, items_failed }: Step) =>
  items_failed > 0 || (state !== 'completed' && state !== 'skipped')

/** What makes a node do what it does: its type, its config, and what reaches it. */
function signOf({ nodes, edges }: WorkflowDocument, id: string): string | null {
  const node = nodes.find(one => one.id === id)
  if (!node) return null
  const coming = edges.filter(({ to }) => to === id).map(({ from, when }) => `${from} ${when ?? ''}`)
  return JSON.stringify([node.type, node.config, coming.sort()])
}
