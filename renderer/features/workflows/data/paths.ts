import type { Graph } from '../api.ts'

/** Names that JSONata takes for something else unless they are quoted. */
const RESERVED = new Set(['true', 'false', 'null', 'and', 'or', 'in'])

const isPlain = (name: string) => /^[A-Za-z_]\w*$/.test(name) && !RESERVED.has(name)

/** The path of a part of a value, as JSONata writes it: `item.author`, `item.tags[0]`, ``item.`sold by` ``. */
export function pathTo(path: string, part: string | number): string {
  if (typeof part === 'number') return `${path}[${part}]`
  if (isPlain(part)) return `${path}.${part}`
  // There is no way to write a backtick between backticks.
  return part.includes('`') ? `$lookup(${path}, ${JSON.stringify(part)})` : `${path}.\`${part}\``
}

/** The fields of an object or the entries of a list, as far as they are shown; none of any other value. */
export function partsOf(value: unknown, most: number): [part: string | number, value: unknown][] {
  if (Array.isArray(value)) return value.slice(0, most).map((entry, index) => [index, entry])
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).slice(0, most)
}

/** How many fields or entries a value has. */
export const sizeOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Object.keys(value).length : 0

/** The nodes right before one. */
export const sourcesOf = ({ edges }: Graph, node: string): string[] => [
  ...new Set(edges.filter(({ to }) => to === node).map(({ from }) => from)),
]

/** The nodes before one, nearest first. */
export function nodesBefore(graph: Graph, node: string): string[] {
  const found = new Set<string>()
  let near = [node]
  while (near.length) {
    near = near.flatMap(id => sourcesOf(graph, id)).filter(id => id !== node && !found.has(id))
    for (const id of near) found.add(id)
  }
  return [...found]
}

/** What expressions of a node may use beside its item. */
export const otherPaths = (graph: Graph, node: string): string[] => [
  ...Object.keys((graph.input_schema.properties ?? {}) as object).map(name => pathTo('input', name)),
  ...nodesBefore(graph, node).map(id => `nodes.${id}`),
  'index',
]
