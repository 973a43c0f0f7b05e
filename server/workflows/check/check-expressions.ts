import { fieldPath } from '../../field-path.ts'
import type { WorkflowNode } from '../../store/workflows.ts'
import { templateOf } from '../expressions/expression-field.ts'
import { namesIn } from '../expressions/names-in.ts'
import {
  ExpressionSyntaxError,
  holdsTemplate,
  readTemplate,
  VARIABLES,
} from '../expressions/read-template.ts'
import { nodeType } from '../node-types/index.ts'
import type { GraphFault } from './graph-fault.ts'

/** Expressions that make no sense, or that look where there is nothing. */
export function checkExpressions(
  node: WorkflowNode,
  place: string,
  upstream: ReadonlySet<string>,
): GraphFault[] {
  const type = nodeType(node.type)
  if (!type) return []
  return [...textsOf(templateOf(type.config, node.config))].flatMap(({ text, path }) =>
    faultsOf(text, fieldPath([place, 'config', ...path]), upstream),
  )
}

/** Every string with an expression, and where it stands. */
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

function faultsOf(text: string, field: string, upstream: ReadonlySet<string>): GraphFault[] {
  try {
    const expressions = readTemplate(text).filter(part => typeof part !== 'string')
    return expressions.flatMap(({ expression }) => {
      const { nodes, unknown } = namesIn(expression.ast())
      return [
        ...nodes.filter(id => !upstream.has(id)).map(id => notUpstream(id, field, upstream)),
        ...unknown.map(name => unknownName(name, field)),
      ]
    })
  } catch (error) {
    if (!(error instanceof ExpressionSyntaxError)) throw error
    return [{ field, error: error.message, hint: 'An expression is JSONata, such as `item.title`.' }]
  }
}

const notUpstream = (id: string, field: string, upstream: ReadonlySet<string>): GraphFault => ({
  field,
  error: `No node \`${id}\` comes before this one.`,
  hint: upstream.size ? `Before it: ${[...upstream].join(', ')}.` : 'Nothing comes before it.',
})

const unknownName = (name: string, field: string): GraphFault => ({
  field,
  error: `\`${name}\` is nothing that an expression can begin with.`,
  hint: `Write \`item.${name}\` for a field of the item. An expression begins with ${VARIABLES.join(', ')}, or a function.`,
})
