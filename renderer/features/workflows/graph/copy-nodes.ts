import { isObject } from '../../../../server/base/is-object.ts'
import { isShallow } from '../../../../server/workflows/is-shallow.ts'
import type { Graph, GraphNode } from '../api.ts'
import { freeId, renameNodes } from './edit-graph.ts'
import { readGraph } from './read-graph.ts'

/** Nodes with the edges between them. */
export type CopiedNodes = Pick<Graph, 'nodes' | 'edges'>

const FORMAT = 'winnow-nodes/1'
/** Longer texts cannot be copied nodes. */
const MAX_TEXT_LENGTH = 5_000_000
/** How far pasted nodes are moved to the right of nodes at the same position. */
const PASTE_OFFSET = 256

/** Returns the nodes with these ids, and the edges between them. */
export const copyNodes = ({ nodes, edges }: Graph, ids: readonly string[]): CopiedNodes => ({
  nodes: nodes.filter(({ id }) => ids.includes(id)),
  edges: edges.filter(({ from, to }) => ids.includes(from) && ids.includes(to)),
})

/** Converts copied nodes to text for the clipboard. */
export const clipboardText = (copied: CopiedNodes): string => JSON.stringify({ format: FORMAT, ...copied })

/** Parses copied nodes from clipboard text; null for any other text. */
export function readClipboard(text: string): CopiedNodes | null {
  if (text.length > MAX_TEXT_LENGTH || !text.includes(FORMAT)) return null
  const graph = readGraph(text) as (Graph & { format?: unknown }) | null
  if (graph?.format !== FORMAT || !isShallow(graph.nodes) || !graph.nodes.every(hasValidPosition)) return null
  return { nodes: graph.nodes, edges: graph.edges }
}

const hasValidPosition = ({ position }: GraphNode) =>
  position === undefined ||
  (isObject<Record<string, unknown>>(position) && Number.isFinite(position.x) && Number.isFinite(position.y))

/** Adds copied nodes under new ids and returns these. A second input node is left out. */
export function pasteNodes(graph: Graph, copied: CopiedNodes): { graph: Graph; ids: string[] } {
  const hasInput = graph.nodes.some(({ type }) => type === 'input')
  const pastedNodes = copied.nodes.filter(({ type }) => type !== 'input' || !hasInput)
  const ids = newIds(graph, pastedNodes)
  const { nodes, edges } = renameNodes({ nodes: pastedNodes, edges: copied.edges }, ids)
  const added = [...ids.values()]
  const offset = offsetFor(graph, nodes)
  return {
    ids: added,
    graph: {
      ...graph,
      nodes: [...graph.nodes, ...nodes.map(node => shiftRight(node, offset))],
      edges: [...graph.edges, ...edges.filter(({ from, to }) => added.includes(from) && added.includes(to))],
    },
  }
}

function newIds(graph: Graph, pastedNodes: readonly GraphNode[]): Map<string, string> {
  const ids = new Map<string, string>()
  let extendedGraph = graph
  for (const node of pastedNodes) {
    const id = freeId(extendedGraph, node.id.replace(/_\d+$/, ''))
    ids.set(node.id, id)
    extendedGraph = { ...extendedGraph, nodes: [...extendedGraph.nodes, { ...node, id }] }
  }
  return ids
}

function offsetFor({ nodes }: Graph, pasted: readonly GraphNode[]): number {
  const positions = new Set(nodes.map(({ position }) => `${position?.x} ${position?.y}`))
  const isTaken = (offset: number) =>
    pasted.some(({ position }) => position && positions.has(`${position.x + offset} ${position.y}`))
  let offset = 0
  while (isTaken(offset)) offset += PASTE_OFFSET
  return offset
}

const shiftRight = ({ position, ...node }: GraphNode, offset: number): GraphNode =>
  position ? { ...node, position: { ...position, x: position.x + offset } } : node
