import type { Graph } from '../api.ts'

const MAX_SHOWN = 24
const MAX_DEPTH = 3

/** Paths into a value: `item.author.name`. Paths do not go into lists. */
function pathsIn(value: unknown, root: string, depth = 0): string[] {
  if (depth >= MAX_DEPTH || typeof value !== 'object' || value === null || Array.isArray(value)) return [root]
  const fields = Object.entries(value).filter(([name]) => /^[A-Za-z_]\w*$/.test(name))
  return fields.length
    ? fields.flatMap(([name, part]) => pathsIn(part, `${root}.${name}`, depth + 1))
    : [root]
}

/** The nodes before one, nearest first. */
export function nodesBefore({ edges }: Graph, node: string): string[] {
  const found: string[] = []
  for (let near = [node]; near.length; ) {
    near = edges
      .filter(({ from, to }) => near.includes(to) && !found.includes(from) && from !== node)
      .map(({ from }) => from)
    found.push(...new Set(near))
  }
  return found
}

/** The variables of a node, as far as its sample shows them. */
export const variablesAt = (graph: Graph, node: string, sample: unknown): string[] => [
  ...pathsIn(sample, 'item').slice(0, MAX_SHOWN),
  ...Object.keys((graph.input_schema.properties ?? {}) as object).map(name => `input.${name}`),
  ...nodesBefore(graph, node).map(id => `nodes.${id}`),
  'index',
]
