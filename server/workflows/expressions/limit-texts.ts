import type { Expression } from 'jsonata'
import { groupDigits } from '../../base/counted.ts'

/** Characters of a text that an expression puts together. */
const MAX_TEXT = 10_000_000

/** No expression can give a name with a blank another meaning. */
const LIMITED = 'limited text'

type Ast = Record<string, unknown>

/**
 * Keeps an expression from making a text at one go that is larger than its thread's memory: such an allocation would end
 * the whole process, before any deadline. It has no `$eval` either, whose expressions nobody has limited.
 */
export function limitTexts(expression: Expression): Expression {
  expression.registerFunction(LIMITED, limited)
  expression.registerFunction('pad', pad, '<s-ns?:s>')
  expression.registerFunction('eval', () => {
    throw new Error('There is no `$eval` in workflows.')
  })
  wrapConcatenations(expression.ast(), new Set())
  return expression
}

/** `a & b` as a call of `limited` with it: until something reads it, such a text takes no memory. */
function wrapConcatenations(part: unknown, seen: Set<object>): void {
  if (typeof part !== 'object' || part === null || seen.has(part)) return
  seen.add(part)
  for (const inner of Object.values(part)) wrapConcatenations(inner, seen)
  const ast = part as Ast
  if (ast.type !== 'binary' || ast.value !== '&') return
  const { type, value, lhs, rhs, position } = ast
  delete ast.lhs
  delete ast.rhs
  Object.assign(ast, {
    type: 'function',
    value: '(',
    procedure: { type: 'variable', value: LIMITED, position },
    arguments: [{ type, value, lhs, rhs, position }],
  })
}

function limited(text: unknown): unknown {
  if (typeof text === 'string' && text.length > MAX_TEXT) throw tooLong()
  return text
}

/** As JSONata's own: to the right for a positive width, to the left for a negative one. */
function pad(text: string | undefined, width: number, by = ' '): string | undefined {
  if (Math.abs(width) > MAX_TEXT) throw tooLong()
  return width < 0 ? text?.padStart(-width, by) : text?.padEnd(width, by)
}

const tooLong = () => new Error(`A text is longer than ${groupDigits(MAX_TEXT)} characters.`)
