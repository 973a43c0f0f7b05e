import { graphlib, layout } from '@dagrejs/dagre'
import type { Graph } from './api.ts'

/** How large a node is drawn. */
export const NODE_WIDTH = 208
const HEAD = 58
const BRANCH = 22

/** Branches that are shown as lines of their own. */
export const nodeHeight = (branches: number) => HEAD + (branches > 1 ? branches * BRANCH : 0)

type Place = { x: number; y: number }

/** Places for all nodes, from left to right in the order of the edges. */
export function placesOf(graph: Graph, branchesOf: (type: string) => readonly string[]): Map<string, Place> {
  const drawn = new graphlib.Graph()
  drawn.setGraph({ rankdir: 'LR', nodesep: 32, ranksep: 72, marginx: 24, marginy: 24 })
  drawn.setDefaultEdgeLabel(() => ({}))
  for (const { id, type } of graph.nodes)
    drawn.setNode(id, { width: NODE_WIDTH, height: nodeHeight(branchesOf(type).length) })
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
