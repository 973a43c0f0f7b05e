import { graphlib, layout } from '@dagrejs/dagre'
import type { Graph, NodeKind } from '../api.ts'
import { branchesOf } from '../nodes/node-kinds.ts'
import { moveNodes } from './edit-graph.ts'

/** The size of a node in pixels. */
const NODE_WIDTH = 208
const HEAD = 58
const BRANCHES = 22

/** Returns the height of a node. Several branches are shown in a row below the title. */
const heightOf = (branches: number) => HEAD + (branches > 1 ? BRANCHES : 0)

type Place = { x: number; y: number }

/** Returns a position for each node, from top to bottom along the edges. */
export function placesOf(graph: Graph, kinds: readonly NodeKind[]): Map<string, Place> {
  const drawn = new graphlib.Graph()
  drawn.setGraph({ rankdir: 'TB', nodesep: 48, ranksep: 56, marginx: 24, marginy: 24 })
  drawn.setDefaultEdgeLabel(() => ({}))
  for (const { id, type } of graph.nodes)
    drawn.setNode(id, { width: NODE_WIDTH, height: heightOf(branchesOf(kinds, type).length) })
  for (const { from, to } of graph.edges)
    if (drawn.hasNode(from) && drawn.hasNode(to)) drawn.setEdge(from, to)
  layout(drawn)
  return new Map(
    drawn.nodes().map(id => {
      const { x, y, width, height } = drawn.node(id)
      return [id, { x: x - width / 2, y: y - height / 2 }]
    }),
  )
}

/**
 * Returns the graph with a position for each node. Nodes without a position get the one of the layout, where they are
 * already shown.
 */
export function withPlaces(graph: Graph, kinds: readonly NodeKind[]): Graph {
  const absent = new Set(graph.nodes.filter(({ position }) => !position).map(({ id }) => id))
  if (!absent.size) return graph
  return moveNodes(graph, new Map([...placesOf(graph, kinds)].filter(([id]) => absent.has(id))))
}
