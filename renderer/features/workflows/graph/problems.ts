import type { ErrorBody } from '../../../lib/service/call-error.ts'
import type { Graph, GraphEdge, Problem } from '../api.ts'
import { edgeKey } from './edit-graph.ts'

const FIELD_PATH = /^(nodes|edges)\[(\d+)\]/

/** The node or edge that a problem belongs to; both absent if it belongs to the workflow. */
interface ProblemTarget {
  node?: string
  edge?: string
}

export function problemTarget({ field }: Problem, { nodes, edges }: Graph): ProblemTarget {
  const [, list, index] = FIELD_PATH.exec(field) ?? []
  const node = list === 'nodes' ? nodes[Number(index)]?.id : undefined
  const edge: GraphEdge | undefined = list === 'edges' ? edges[Number(index)] : undefined
  return { ...(node && { node }), ...(edge && { edge: edgeKey(edge) }) }
}

/** Replaces the ids of nodes in problems by the names that users see. */
export const namedProblems = (
  problems: readonly Problem[],
  names: ReadonlyMap<string, string>,
): readonly Problem[] =>
  problems.map(problem => ({
    ...problem,
    error: problem.error.replaceAll(/node `(\w+)`/g, (text, id) =>
      names.has(id) ? `“${names.get(id)}”` : text,
    ),
  }))

/** Returns the problem at or inside a field, in the form of an error of the service. */
export function problemAt(
  problems: readonly (Pick<Problem, 'error' | 'hint'> & { field?: string | undefined })[],
  field: string,
): ErrorBody | null {
  const prefixes = [`${field}.`, `${field}[`]
  const found = problems.find(
    one => one.field === field || prefixes.some(start => one.field?.startsWith(start)),
  )
  if (!found) return null
  const { error, hint } = found
  return { error, ...(hint && { hint }) }
}
