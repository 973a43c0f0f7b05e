import { isObject } from '../../../../server/base/is-object.ts'
import { readJson } from '../../../lib/read-json.ts'
import type { Graph, GraphEdge, GraphNode } from '../api.ts'
import { newGraph } from './edit-graph.ts'

type Fields = Record<string, unknown>

const isNode = (value: unknown) =>
  isObject<Fields>(value) &&
  typeof value.id === 'string' &&
  typeof value.type === 'string' &&
  (value.config === undefined || isObject<Fields>(value.config))

const isEdge = (value: unknown) =>
  isObject<Fields>(value) && typeof value.from === 'string' && typeof value.to === 'string'

/** Parses a graph, with defaults for missing parts; returns null if the text is not a graph. */
export function readGraph(text: string): Graph | null {
  const value: unknown = readJson(text)
  if (!isObject<Fields>(value)) return null
  const { nodes, edges = [], name = '' } = value
  if (!Array.isArray(nodes) || !nodes.every(isNode)) return null
  if (!Array.isArray(edges) || !edges.every(isEdge) || typeof name !== 'string') return null
  const start = newGraph()
  return {
    ...start,
    ...value,
    nodes: nodes.map((node: GraphNode) => ({ ...start.nodes[0], ...node })),
    edges: edges as GraphEdge[],
    input_schema: isObject<Fields>(value.input_schema) ? value.input_schema : start.input_schema,
    settings: { ...start.settings, ...(isObject<Fields>(value.settings) && value.settings) },
  }
}
