import type { Graph, GraphNode, NodeKind } from './api.ts'
import { addNode, moveNodes } from './edit-graph.ts'
import { branchesOf } from './node-kinds.ts'

/** Adds a node after the one that is chosen, or else at the end of the chain. */
export function addAfter(
  graph: Graph,
  kind: NodeKind,
  chosen: GraphNode | undefined,
  kinds: readonly NodeKind[],
) {
  const before = kind.type === 'input' ? undefined : (chosen ?? lastOf(graph))
  const after = before ? { id: before.id, branch: branchesOf(kinds, before.type)[0]! } : null
  const added = addNode(graph, kind, after)
  return { id: added.id, graph: placedBelow(added.graph, added.id, before?.id) }
}

/** The last of the nodes that nothing comes after. */
const lastOf = ({ nodes, edges }: Graph) =>
  nodes.filter(({ id }) => !edges.some(({ from }) => from === id)).at(-1)

/** A node that was added stands below the one that it comes after, where nodes have places. */
function placedBelow(graph: Graph, id: string, after: string | undefined): Graph {
  const place = graph.nodes.find(node => node.id === after)?.position
  if (!place) return graph
  const siblings = graph.edges.filter(({ from }) => from === after).length - 1
  return moveNodes(graph, new Map([[id, { x: place.x + siblings * 256, y: place.y + 136 }]]))
}
