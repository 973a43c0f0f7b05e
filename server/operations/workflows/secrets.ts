import { isObject } from '../../base/is-object.ts'
import { MASK } from '../../base/mask.ts'
import { headerOf, maskHeaders, nothingHidden, unmaskHeaders } from '../../settings/secret-headers.ts'
import type { WorkflowDocument, WorkflowNode } from '../../store/workflows/workflows.ts'

type Nodes = Pick<WorkflowDocument, 'nodes'>
type Headers = Record<string, unknown>

const isText = (value: unknown) => typeof value === 'string'
/** The names of headers that a node marks as secret. A draft may hold anything there. */
const marksOf = ({ config: { secret_headers: marks } }: WorkflowNode): string[] =>
  Array.isArray(marks) ? marks.filter(isText) : []

/** The names of headers that any node of a workflow marks as secret. */
export const allMarksOf = ({ nodes }: Nodes): string[] => nodes.flatMap(marksOf)

/** A workflow with other headers; nodes without headers stay as they are. */
const mapHeaders = <D extends Nodes>(
  document: D,
  change: (headers: unknown, node: WorkflowNode, index: number) => unknown,
): D => ({
  ...document,
  nodes: document.nodes.map((node, index) =>
    'headers' in node.config
      ? { ...node, config: { ...node.config, headers: change(node.config.headers, node, index) } }
      : node,
  ),
})

/** A workflow as answers show it: headers are masked that are secret by name, by their node, or `marked` elsewhere. */
export const masked = <D extends Nodes>(document: D, marked: readonly string[] = []): D =>
  mapHeaders(document, (headers, node) => {
    if (isObject<Headers>(headers)) return maskHeaders(headers, [...marksOf(node), ...marked])
    // One expression gives all headers: what is secret in its text cannot be told apart.
    return isText(headers) ? MASK : headers
  })

/**
 * A workflow as it came back in a change, with the headers that its masks hide `before`. They are looked up at the node of
 * the same id; a node that was renamed or copied takes the one value that the others have. Throws 400 for a mask of nothing.
 */
export const unmasked = <D extends Nodes>(document: D, before: Nodes = { nodes: [] }): D =>
  mapHeaders(document, (headers, node, index) => {
    const field = `nodes[${index}].config.headers`
    if (headers === MASK) return hiddenExpression(node, before, field)
    if (!isObject<Headers>(headers)) return headers
    return unmaskHeaders(headers, {
      marked: marksOf(node),
      hidden: name =>
        oneOf(node, before, found => (isObject<Headers>(found) ? headerOf(found, name) : undefined)),
      field,
      marks: `nodes[${index}].config.secret_headers`,
    })
  })

function hiddenExpression(node: WorkflowNode, before: Nodes, field: string): unknown {
  const hidden = oneOf(node, before, headers => (isText(headers) ? headers : undefined))
  if (hidden === undefined) throw nothingHidden('of `headers`', field)
  return hidden
}

/** What `read` finds at the node of the same id, else the value that it finds at others, where they agree. */
function oneOf({ id }: WorkflowNode, { nodes }: Nodes, read: (headers: unknown) => unknown): unknown {
  const same = nodes.find(node => node.id === id)
  const own = same && read(same.config.headers)
  if (own !== undefined) return own
  const others = new Set(nodes.map(({ config }) => read(config.headers)).filter(value => value !== undefined))
  return others.size === 1 ? [...others][0] : undefined
}

/** An earlier version with the marks of all of them: what one version marks as secret is one in all of them. */
export const withMarks = <D extends Nodes>(document: D, marks: readonly string[]): D => ({
  ...document,
  nodes: document.nodes.map(node => {
    const { headers } = node.config
    const more = isObject<Headers>(headers) ? marks.filter(name => headerOf(headers, name) !== undefined) : []
    if (!more.length) return node
    return { ...node, config: { ...node.config, secret_headers: [...new Set([...marksOf(node), ...more])] } }
  }),
})
