import type { Graph } from '../api.ts'

/** Names that have another meaning in JSONata unless they are quoted. */
const RESERVED = new Set(['true', 'false', 'null', 'and', 'or', 'in'])

const isPlainName = (name: string) => /^[A-Za-z_]\w*$/.test(name) && !RESERVED.has(name)

/** Returns the JSONata path of a part of a value: `item.author`, `item.tags[0]`, ``item.`sold by` ``. */
export function pathTo(path: string, part: string | number): string {
  if (typeof part === 'number') return `${path}[${part}]`
  if (isPlainName(part)) return `${path}.${part}`
  // JSONata has no way to escape a backtick between backticks.
  return part.includes('`') ? `$lookup(${path}, ${JSON.stringify(part)})` : `${path}.\`${part}\``
}

/** Returns the first `limit` fields of an object or entries of a list; an empty list for any other value. */
export function partsOf(value: unknown, limit: number): [part: string | number, value: unknown][] {
  if (Array.isArray(value)) return value.slice(0, limit).map((entry, index) => [index, entry])
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).slice(0, limit)
}

/** Returns the number of fields or entries of a value. */
export const sizeOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Object.keys(value).length : 0

/** Returns the direct predecessors of a node. */
export const sourcesOf = ({ edges }: Graph, node: string): string[] => [
  ...new Set(edges.filter(({ to }) => to === node).map(({ from }) => from)),
]

/** Returns all predecessors of a node, nearest first. */
export function nodesBefore(graph: Graph, node: string): string[] {
  const found = new Set<string>()
  let frontier = [node]
  while (frontier.length) {
    frontier = frontier.flatMap(id => sourcesOf(graph, id)).filter(id => id !== node && !found.has(id))
    for (const id of frontier) found.add(id)
  }
  return [...found]
}

/** Returns the paths that expressions of a node may use besides its item. */
export const otherPaths = (graph: Graph, node: string): string[] => [
  ...Object.keys((graph.input_schema.properties ?? {}) as object).map(name => pathTo('input', name)),
  ...nodesBefore(graph, node).map(id => `nodes.${id}`),
  'index',
]
