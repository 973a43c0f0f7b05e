import { partUpTo } from '../../../../server/workflows/part-up-to.ts'
import { counted } from '../../../ui/counted.ts'
import { kindOfNode } from '../../../ui/runs/node-names.ts'
import type { WorkflowRun } from '../../../ui/runs/records.ts'
import type { Graph, GraphNode, NodeKind } from '../api.ts'

/** The external effects of a run up to a node, and its approximate cost. */
export interface RunPlan {
  /** Whether the input of the workflow is needed. */
  asksInput: boolean
  lines: { node: string; text: string }[]
  /** The credits, estimated from the number of items in earlier runs; null if unknown. */
  credits: number | null
}

/** Plans a run up to a node. `runOf` returns the newest run in which items reached a node. */
export function planRun(
  graph: Graph,
  target: string,
  kinds: readonly NodeKind[],
  runOf: (node: string) => WorkflowRun | undefined,
): RunPlan {
  const part = partUpTo(graph, target)
  const executedNodes = part.nodes.filter(({ id, pinned }) => id === target || !pinned?.length)
  const effects = executedNodes.flatMap(node => {
    const kind = kindOfNode(kinds, node)
    return kind?.is_effect ? [{ node: node.id, ...effectOf(node, kind, runOf(node.id)) }] : []
  })
  return {
    asksInput: asksInput(part, executedNodes, target),
    lines: effects.map(({ node, text }) => ({ node, text })),
    credits: effects.reduce<number | null>(
      (sum, { credits }) => (sum === null || credits === null ? null : sum + credits),
      0,
    ),
  }
}

const MENTIONS_INPUT = /\binput[.[]/

/** Whether the run needs the input. It does not if pinned items replace everything that would read the input. */
function asksInput(
  { edges }: Pick<Graph, 'edges'>,
  executedNodes: readonly GraphNode[],
  target: string,
): boolean {
  const inputs = executedNodes.filter(({ type }) => type === 'input').map(({ id }) => id)
  const isAfterInput = (id: string) => edges.some(({ from, to }) => to === id && inputs.includes(from))
  return (
    inputs.includes(target) ||
    executedNodes.some(({ id, config }) => isAfterInput(id) || MENTIONS_INPUT.test(JSON.stringify(config)))
  )
}

function effectOf(node: GraphNode, { credits }: NodeKind, lastRun: WorkflowRun | undefined) {
  if (node.type === 'sub_workflow') return { text: 'what the calls of that workflow cost', credits: null }
  if (credits === null) return { text: 'done for real', credits: 0 }
  const pages = Number(node.config.max_pages ?? 1)
  const price = `${pages > 1 ? 'up to ' : ''}${counted(credits * pages, 'credit')}`
  // A dry run uses samples, so its item counts say nothing about a real run.
  const step = lastRun?.dry_run ? undefined : lastRun?.steps.find(({ node_id }) => node_id === node.id)
  if (!step) return { text: `${price} for each item`, credits: credits ? null : 0 }
  return {
    text: `${counted(step.items_in, 'item')} in the last run, ${price} each`,
    credits: step.items_in * credits * pages,
  }
}
