import type { WorkflowDocument } from '../store/workflows/workflows.ts'
import { predecessorsOf, upstreamOf } from './check/graph-order.ts'
import { mentionsIn } from './expressions/mentions-in.ts'

/**
 * Returns the part of a graph that is needed to run one node: the nodes before it. Nodes before one with pinned items are
 * left out, unless a later expression mentions something there; the pinned node then gets its one item directly from the
 * input.
 */
export function partUpTo(document: WorkflowDocument, target: string): WorkflowDocument {
  const input = document.nodes.find(({ type }) => type === 'input')?.id
  const upstream = new Set([...(upstreamOf(document).get(target) ?? []), target])
  const needed = untilPinned(document, target)
  const isEnough = document.nodes.every(
    ({ id, config }) =>
      !needed.has(id) || mentionsIn(config)?.every(name => needed.has(name) || !upstream.has(name)),
  )
  const included = isEnough ? needed : upstream
  const nodes = document.nodes.filter(({ id }) => included.has(id) || id === input)
  const edges = document.edges.filter(({ from, to }) => included.has(from) && included.has(to))
  const cutOff = nodes.filter(({ id }) => id !== input && !edges.some(({ to }) => to === id))
  const fromInput = input === undefined ? [] : cutOff.map(({ id }) => ({ from: input, to: id }))
  return { ...document, nodes, edges: [...edges, ...fromInput] }
}

/** Returns a node and the nodes before it, but none before nodes with pinned items. */
function untilPinned(document: WorkflowDocument, target: string): Set<string> {
  const before = predecessorsOf(document)
  const pinned = new Set(document.nodes.filter(({ pinned }) => pinned?.length).map(({ id }) => id))
  const found = new Set([target])
  for (const id of found)
    if (id === target || !pinned.has(id)) for (const near of before.get(id) ?? []) found.add(near)
  return found
}
