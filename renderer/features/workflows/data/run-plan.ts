import { partUpTo } from '../../../../server/workflows/part-up-to.ts'
import { counted } from '../../../ui/counted.ts'
import type { Graph, GraphNode, NodeKind, Run } from '../api.ts'
import { kindOfNode } from '../nodes/node-kinds.ts'

/** What a run up to a node does beyond computing, and what it may cost. */
export interface RunPlan {
  /** The input of the workflow is needed. */
  asksInput: boolean
  lines: { node: string; text: string }[]
  /** Credits, as far as they are known; null where the number of items is not. */
  credits: number | null
}

/** Says what a run up to a node calls; the number of calls is the one of an earlier run. */
export function planRun(
  graph: Graph,
  target: string,
  kinds: readonly NodeKind[],
  earlier: Run | undefined,
): RunPlan {
  const { nodes, edges } = partUpTo(graph, target)
  const real = nodes.filter(({ id, pinned }) => id === target || !pinned?.length)
  const effects = real.flatMap(node => {
    const kind = kindOfNode(kinds, node)
    return kind?.is_effect ? [effectOf(node, kind, earlier)] : []
  })
  const inputs = real.filter(({ type }) => type === 'input').map(({ id }) => id)
  const asksInput =
    inputs.includes(target) ||
    real.some(
      ({ id, config }) =>
        MENTIONS_INPUT.test(JSON.stringify(config)) ||
        edges.some(({ from, to }) => to === id && inputs.includes(from)),
    )
  const credits = effects.map(({ credits }) => credits)
  return {
    asksInput,
    lines: effects.map(({ node, text }) => ({ node, text })),
    credits: credits.includes(null) ? null : credits.reduce<number>((sum, one) => sum + one!, 0),
  }
}

const MENTIONS_INPUT = /\binput[.[]/

function effectOf(node: GraphNode, { credits }: NodeKind, earlier: Run | undefined) {
  if (credits === null) return { node: node.id, text: 'done for real', credits: 0 }
  const pages = typeof node.config.max_pages === 'number' ? node.config.max_pages : 1
  const each = credits * pages
  const calls = earlier?.steps.find(({ node_id }) => node_id === node.id)?.items_in
  const price = counted(each, 'credit')
  if (calls === undefined)
    return { node: node.id, text: `up to ${price} for each item`, credits: each ? null : 0 }
  return {
    node: node.id,
    text: `${counted(calls, 'item')} in the last run, up to ${price} each`,
    credits: calls * each,
  }
}
