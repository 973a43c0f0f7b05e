import { isObject } from '../../base/is-object.ts'
import { MASK } from '../../base/mask.ts'
import { headerOf, maskHeaders, nothingHidden, unmaskHeaders } from '../../settings/secret-headers.ts'
import type { WorkflowDocument, WorkflowNode } from '../../store/workflows/workflows.ts'

type Nodes = Pick<WorkflowDocument, 'nodes'>
type Headers = Record<string, unknown>

const isText = (value: unknown) => typeof value === 'string'
/** Returns the names of headers that a node marks as secret. A draft may hold a value of any type there. */
const marksOf = ({ config: { secret_headers: marks } }: WorkflowNode): string[] =>
  Array.isArray(marks) ? marks.filter(isText) : []

/** Returns the names of headers that any node of a workflow marks as secret. */
export const allMarksOf = ({ nodes }: Nodes): string[] => nodes.flatMap(marksOf)

/** Returns a workflow with changed headers. Nodes without headers stay the same. */
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

/** Masks the secret headers of a workflow for answers: those that are secret by name, marked by their node, or in `marked`. */
export const masked = <D extends Nodes>(document: D, marked: readonly string[] = []): D =>
  mapHeaders(document, (headers, node) => {
    if (isObject<Headers>(headers)) return maskHeaders(headers, [...marksOf(node), ...marked])
    // A single expression returns all headers, so the whole text is masked.
    return isText(headers) ? MASK : headers
  })

/**
 * Replaces the masks in a changed workflow with the header values in `before`. Values are looked up at the node with the same
 * id; a renamed or copied node gets the value of the other nodes if they all have the same. Throws 400 for a mask that hides
 * no value.
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

/** Returns what `read` finds at the node with the same id, or else the value that all other nodes with one agree on. */
function oneOf({ id }: WorkflowNode, { nodes }: Nodes, read: (headers: unknown) => unknown): unknown {
  const same = nodes.find(node => node.id === id)
  const own = same && read(same.config.headers)
  if (own !== undefined) return own
  const others = new Set(nodes.map(({ config }) => read(config.headers)).filter(value => value !== undefined))
  return others.size === 1 ? [...others][0] : undefined
}

/** Returns a version with the marks of all versions: a header that one version marks as secret is secret in all. */
export const withMarks = <D extends Nodes>(document: D, marks: readonly string[]): D => ({
  ...document,
  nodes: document.nodes.map(node => {
    const { headers } = node.config
    const more = isObject<Headers>(headers) ? marks.filter(name => headerOf(headers, name) !== undefined) : []
    if (!more.length) return node
    return { ...node, config: { ...node.config, secret_headers: [...new Set([...marksOf(node), ...more])] } }
  }),
})
