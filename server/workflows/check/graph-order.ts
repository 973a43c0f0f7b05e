import type { WorkflowDocument } from '../../store/workflows/workflows.ts'

type Graph = Pick<WorkflowDocument, 'nodes' | 'edges'>

/** Returns the direct predecessors of each node. Edges from or to unknown nodes are ignored. */
export function predecessorsOf({ nodes, edges }: Graph): Map<string, string[]> {
  const before = new Map(nodes.map(({ id }) => [id, [] as string[]]))
  for (const { from, to } of edges) if (before.has(from)) before.get(to)?.push(from)
  return before
}

/** Returns the nodes sorted so that each comes after its predecessors. Nodes on a cycle, and after one, are left out. */
export function topologicalOrder(graph: Graph): string[] {
  const remaining = predecessorsOf(graph)
  const order: string[] = []
  const done = new Set<string>()
  for (let found = true; found; ) {
    const ready = [...remaining].filter(([, before]) => before.every(id => done.has(id)))
    for (const [id] of ready) {
      remaining.delete(id)
      done.add(id)
      order.push(id)
    }
    found = ready.length > 0
  }
  return order
}

/** Returns all direct and indirect predecessors of each node. */
export function upstreamOf(graph: Graph): Map<string, Set<string>> {
  const before = predecessorsOf(graph)
  const upstream = new Map<string, Set<string>>()
  for (const id of topologicalOrder(graph)) {
    const all = before.get(id)!.flatMap(near => [near, ...upstream.get(near)!])
    upstream.set(id, new Set(all))
  }
  return upstream
}

/** Returns the nodes of a cycle in order, beginning with the first in the list; null if there is none. */
export function cycleIn(graph: Graph): string[] | null {
  const done = new Set(topologicalOrder(graph))
  const before = predecessorsOf(graph)
  const start = graph.nodes.find(({ id }) => !done.has(id))
  if (!start) return null
  const path: string[] = []
  for (let id = start.id; !path.includes(id); id = before.get(id)!.find(near => !done.has(near))!)
    path.push(id)
  const last = before.get(path.at(-1)!)!.find(near => !done.has(near))!
  const cycle = path.slice(path.indexOf(last)).reverse()
  const first = cycle.indexOf(graph.nodes.find(({ id }) => cycle.includes(id))!.id)
  return [...cycle.slice(first), ...cycle.slice(0, first)]
}
