import { fieldPath } from '../../base/fields/field-path.ts'
import type { WorkflowDocument } from '../../store/workflows/workflows.ts'
import { expressionFields, templateOf } from '../expressions/expression-field.ts'
import { type Expressions, holdsTemplate, type ParsedText, VARIABLES } from '../expressions/expressions.ts'
import { nodeType } from '../node-types/index.ts'
import { type GraphFault, MAX_FAULTS } from './graph-fault.ts'
import { upstreamOf } from './graph-order.ts'

/** Time limit for parsing all expressions of a graph, in milliseconds. */
const PARSE_TIMEOUT_MS = 600

/**
 * Returns the faults of expressions: those that are invalid, or refer to something that does not exist. They are parsed off
 * the event loop.
 */
export async function checkExpressions(
  document: WorkflowDocument,
  expressions: Expressions,
): Promise<GraphFault[]> {
  const upstream = upstreamOf(document)
  const texts = document.nodes.flatMap((node, index) => {
    const type = nodeType(node.type)
    const found = type ? [...textsOf(templateOf(type.config, node.config))] : []
    const wholeFields = new Set<PropertyKey>(type ? expressionFields(type.config) : [])
    return found.map(({ text, path }) => ({
      text,
      whole: path.length === 1 && wholeFields.has(path[0]!) ? String(path[0]) : null,
      field: fieldPath([`nodes[${index}]`, 'config', ...path]),
      upstream: upstream.get(node.id) ?? NO_NODES,
    }))
  })
  const parsedTexts = await expressions.read(
    texts.map(({ text }) => text),
    PARSE_TIMEOUT_MS,
  )
  if (!parsedTexts) return [TOO_MUCH]
  const faults: GraphFault[] = []
  for (const [index, expression] of texts.entries()) {
    if (faults.length >= MAX_FAULTS) break
    faults.push(...faultsOf(parsedTexts[index]!, expression))
  }
  return faults
}

/**
 * The place of an expression and the nodes that it may refer to. `whole` is the name of the field if the field is a single
 * expression.
 */
interface LocatedExpression {
  field: string
  whole: string | null
  upstream: ReadonlySet<string>
}

const NO_NODES: ReadonlySet<string> = new Set()

const TOO_MUCH: GraphFault = {
  field: 'nodes',
  error: 'Its expressions take too long to check.',
  hint: 'Use fewer or simpler ones.',
}

/** Yields every string with an expression, and its path. */
export function* textsOf(
  value: unknown,
  path: PropertyKey[] = [],
): Generator<{ text: string; path: PropertyKey[] }> {
  if (holdsTemplate(value)) yield { text: value, path }
  else if (Array.isArray(value))
    for (const [index, part] of value.entries()) yield* textsOf(part, [...path, index])
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) yield* textsOf(part, [...path, name])
}

function faultsOf(parsed: ParsedText, { field, whole, upstream }: LocatedExpression): GraphFault[] {
  if ('fault' in parsed)
    return [{ field, error: parsed.fault, hint: 'An expression is JSONata, such as `item.title`.' }]
  if (whole && !parsed.isWhole) return [notWhole(whole, field)]
  const absent = parsed.nodes.filter(id => !upstream.has(id)).slice(0, MAX_FAULTS)
  return [
    ...absent.map(id => notUpstream(id, field, upstream)),
    ...parsed.unknown.slice(0, MAX_FAULTS).map(name => unknownName(name, field)),
  ]
}

const notWhole = (name: string, field: string): GraphFault => ({
  field,
  error: `\`${name}\` is one expression, and this is a text with expressions in it.`,
  hint: 'Leave out the braces: `item.price > 10`, or `item.name & ", " & item.city` for a text.',
})

const notUpstream = (id: string, field: string, upstream: ReadonlySet<string>): GraphFault => ({
  field,
  error: `No node \`${id}\` comes before this one.`,
  hint: upstream.size ? `Before it: ${[...upstream].join(', ')}.` : 'Nothing comes before it.',
})

const unknownName = (name: string, field: string): GraphFault =>
  name.startsWith('$') ? unknownVariable(name, field) : unknownStart(name, field)

const unknownVariable = (name: string, field: string): GraphFault => ({
  field,
  error: `There is no variable or function \`${name}\`.`,
  hint: `Variables: ${VARIABLES.map(variable => `$${variable}`).join(', ')}. Functions are those of JSONata, such as \`$length\`.`,
})

const unknownStart = (name: string, field: string): GraphFault => ({
  field,
  error: `\`${name}\` cannot begin an expression.`,
  hint: `Write \`item.${name}\` for a field of the item. An expression begins with ${VARIABLES.join(', ')}, or a function.`,
})
