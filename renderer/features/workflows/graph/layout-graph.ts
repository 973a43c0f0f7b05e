import { graphlib, layout } from '@dagrejs/dagre'
import type { Graph, NodeKind } from '../api.ts'
import { branchesOf } from '../nodes/node-kinds.ts'
import { moveNodes } from './edit-graph.ts'

/** The size of a node in pixels. */
const NODE_WIDTH = 208
const NODE_HEIGHT = 58
const BRANCH_ROW_HEIGHT = 22

/** Returns the height of a node. Several branches are shown in a row below the title. */
const heightOf = (branches: number) => NODE_HEIGHT + (branches > 1 ? BRANCH_ROW_HEIGHT : 0)

type Point = { x: number; y: number }

/** Returns a position for each node, from top to bottom along the edges. */
export function layoutPositions(graph: Graph, kinds: readonly NodeKind[]): Map<string, Point> {
  const layoutGraph = new graphlib.Graph()
  layoutGraph.setGraph({ rankdir: 'TB', nodesep: 48, ranksep: 56, marginx: 24, marginy: 24 })
  layoutGraph.setDefaultEdgeLabel(() => ({}))
  for (const { id, type } of graph.nodes)
    layoutGraph.setNode(id, { width: NODE_WIDTH, height: heightOf(branchesOf(kinds, type).length) })
  for (const { from, to } of graph.edges)
    if (layoutGraph.hasNode(from) && layoutGraph.hasNode(to)) layoutGraph.setEdge(from, to)
  layout(layoutGraph)
  return new Map(
    layoutGraph.nodes().map(id => {
      const { x, y, width, height } = layoutGraph.node(id)
      return [id, { x: x - width / 2, y: y - height / 2 }]
    }),
  )
}

/**
 * Returns the graph with a position for each node. Nodes without a position get the one of the layout, where they are
 * already shown.
 */
export function withPositions(graph: Graph, kinds: readonly NodeKind[]): Graph {
  const absent = new Set(graph.nodes.filter(({ position }) => !position).map(({ id }) => id))
  if (!absent.size) return graph
  return moveNodes(graph, new Map([...layoutPositions(graph, kinds)].filter(([id]) => absent.has(id))))
}
