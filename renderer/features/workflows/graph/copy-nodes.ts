import { isObject } from '../../../../server/base/is-object.ts'
import { isShallow } from '../../../../server/workflows/is-shallow.ts'
import type { Graph, GraphNode } from '../api.ts'
import { freeId, renameNodes } from './edit-graph.ts'
import { readGraph } from './read-graph.ts'

/** Nodes with the edges between them. */
export type Copied = Pick<Graph, 'nodes' | 'edges'>

const FORMAT = 'winnow-nodes/1'
/** Longer texts cannot be copied nodes. */
const MOST_CHARACTERS = 5_000_000
/** How far pasted nodes are moved to the right of nodes at the same position. */
const STEP = 256

/** Returns the nodes with these ids, and the edges between them. */
export const copiedOf = ({ nodes, edges }: Graph, ids: readonly string[]): Copied => ({
  nodes: nodes.filter(({ id }) => ids.includes(id)),
  edges: edges.filter(({ from, to }) => ids.includes(from) && ids.includes(to)),
})

/** Converts copied nodes to text for the clipboard. */
export const copiedText = (copied: Copied): string => JSON.stringify({ format: FORMAT, ...copied })

/** Parses copied nodes from clipboard text; null for any other text. */
export function readCopied(text: string): Copied | null {
  if (text.length > MOST_CHARACTERS || !text.includes(FORMAT)) return null
  const graph = readGraph(text) as (Graph & { format?: unknown }) | null
  if (graph?.format !== FORMAT || !isShallow(graph.nodes) || !graph.nodes.every(hasPlace)) return null
  return { nodes: graph.nodes, edges: graph.edges }
}

const hasPlace = ({ position }: GraphNode) =>
  position === undefined ||
  (isObject<Record<string, unknown>>(position) && Number.isFinite(position.x) && Number.isFinite(position.y))

/** Adds copied nodes under new ids and returns these. A second input node is left out. */
export function pasteNodes(graph: Graph, copied: Copied): { graph: Graph; ids: string[] } {
  const hasInput = graph.nodes.some(({ type }) => type === 'input')
  const wanted = copied.nodes.filter(({ type }) => type !== 'input' || !hasInput)
  const ids = newIds(graph, wanted)
  const { nodes, edges } = renameNodes({ nodes: wanted, edges: copied.edges }, ids)
  const added = [...ids.values()]
  const offset = offsetFor(graph, nodes)
  return {
    ids: added,
    graph: {
      ...graph,
      nodes: [...graph.nodes, ...nodes.map(node => movedBy(node, offset))],
      edges: [...graph.edges, ...edges.filter(({ from, to }) => added.includes(from) && added.includes(to))],
    },
  }
}

function newIds(graph: Graph, wanted: readonly GraphNode[]): Map<string, string> {
  const ids = new Map<string, string>()
  let taken = graph
  for (const node of wanted) {
    const id = freeId(taken, node.id.replace(/_\d+$/, ''))
    ids.set(node.id, id)
    taken = { ...taken, nodes: [...taken.nodes, { ...node, id }] }
  }
  return ids
}

function offsetFor({ nodes }: Graph, pasted: readonly GraphNode[]): number {
  const places = new Set(nodes.map(({ position }) => `${position?.x} ${position?.y}`))
  const isTaken = (offset: number) =>
    pasted.some(({ position }) => position && places.has(`${position.x + offset} ${position.y}`))
  let offset = 0
  while (isTaken(offset)) offset += STEP
  return offset
}

const movedBy = ({ position, ...node }: GraphNode, offset: number): GraphNode =>
  position ? { ...node, position: { ...position, x: position.x + offset } } : node
