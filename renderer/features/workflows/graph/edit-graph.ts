import type { Graph, GraphEdge, GraphNode, NodeKind } from '../api.ts'

/** The functions below edit a graph. Each returns a new graph and does not modify its input. */

export const OUT = 'out'
export const ERROR = 'error'

const isSameEdge = (one: GraphEdge, other: GraphEdge) =>
  one.from === other.from && one.to === other.to && (one.when ?? OUT) === (other.when ?? OUT)

/** Returns a key for an edge, built from what it connects. */
export const edgeKey = ({ from, to, when = OUT }: GraphEdge) => `${from} ${when} ${to}`

/** Returns an unused id: the base, or the base with a number. */
export function freeId({ nodes }: Graph, base: string): string {
  const stem = base.replaceAll(/\W+/g, '_').replace(/^(\d)/, '_$1').slice(0, 36) || 'node'
  const taken = new Set(nodes.map(({ id }) => id))
  let id = stem
  for (let number = 2; taken.has(id); number++) id = `${stem}_${number}`
  return id
}

const newNode = (id: string, { type, operation }: NodeKind): GraphNode => ({
  id,
  type,
  config: operation ? { operation, input: {} } : {},
  on_error: 'continue',
  retries: 2,
  timeout_ms: 120_000,
})

export function connect(graph: Graph, edge: GraphEdge): Graph {
  const { when, ...ends } = edge
  const newEdge = when === undefined || when === OUT ? ends : edge
  const isRedundant = graph.edges.some(one => isSameEdge(one, newEdge)) || edge.from === edge.to
  return isRedundant ? graph : { ...graph, edges: [...graph.edges, newEdge] }
}

export const disconnect = (graph: Graph, edge: GraphEdge): Graph => ({
  ...graph,
  edges: graph.edges.filter(one => !isSameEdge(one, edge)),
})

/** Adds a node. If `after` is given, connects it to that branch of the other node. */
export function addNode(graph: Graph, kind: NodeKind, after: { id: string; branch: string } | null) {
  const id = freeId(graph, kind.operation?.split('-').at(-1) ?? kind.type)
  const added = { ...graph, nodes: [...graph.nodes, newNode(id, kind)] }
  return { id, graph: after ? connect(added, { from: after.id, to: id, when: after.branch }) : added }
}

export const removeNodes = (graph: Graph, ids: readonly string[]): Graph => ({
  ...graph,
  nodes: graph.nodes.filter(({ id }) => !ids.includes(id)),
  edges: graph.edges.filter(({ from, to }) => !ids.includes(from) && !ids.includes(to)),
})

export const changeNode = (graph: Graph, id: string, part: Partial<GraphNode>): Graph => ({
  ...graph,
  nodes: graph.nodes.map(node => (node.id === id ? { ...node, ...part } : node)),
})

export function moveNodes(graph: Graph, positions: ReadonlyMap<string, { x: number; y: number }>): Graph {
  const round = ({ x, y }: { x: number; y: number }) => ({ x: Math.round(x), y: Math.round(y) })
  const withPosition = (node: GraphNode) => {
    const position = positions.get(node.id)
    return position ? { ...node, position: round(position) } : node
  }
  return { ...graph, nodes: graph.nodes.map(withPosition) }
}

/** Matches `nodes.a` in expressions, but not `item.nodes.a`, where `nodes` is a field of the data. */
const MENTION = /(?<![\w`\])]\.)(\bnodes\.)(\w+)/g

/** Renames a node, including in edges and expressions. */
export const renameNode = (graph: Graph, before: string, id: string): Graph =>
  renameNodes(graph, new Map([[before, id]]))

/** Renames several nodes at once, by their ids. */
export function renameNodes<G extends Pick<Graph, 'nodes' | 'edges'>>(
  graph: G,
  ids: ReadonlyMap<string, string>,
): G {
  const newIdOf = (id: string) => ids.get(id) ?? id
  const renameIn = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(MENTION, (_, start, id) => start + newIdOf(id))
    if (Array.isArray(value)) return value.map(renameIn)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, renameIn(part)]))
  }
  return {
    ...graph,
    nodes: graph.nodes.map(node => ({
      ...node,
      id: newIdOf(node.id),
      config: renameIn(node.config) as GraphNode['config'],
    })),
    edges: graph.edges.map(edge => ({ ...edge, from: newIdOf(edge.from), to: newIdOf(edge.to) })),
  }
}

/** Creates a new workflow. */
export const newGraph = (): Graph => ({
  name: '',
  description: '',
  state: 'active',
  nodes: [{ id: 'input', type: 'input', config: {}, on_error: 'continue', retries: 2, timeout_ms: 120_000 }],
  edges: [],
  input_schema: { type: 'object', properties: {} },
  settings: { concurrency: 4, max_duration: 86_400, budget: null },
})

/** Returns the editable part of a saved workflow or version. */
export const graphOf = (saved: Graph): Graph => ({
  name: saved.name,
  description: saved.description,
  state: saved.state,
  nodes: saved.nodes,
  edges: saved.edges,
  input_schema: saved.input_schema,
  settings: saved.settings,
})
