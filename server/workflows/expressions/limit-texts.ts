import type { Expression } from 'jsonata'
import { groupDigits } from '../../base/counted.ts'

/** Maximum characters of a text that an expression produces. */
const MAX_TEXT = 10_000_000

/** A name with a space, which no expression can redefine. */
const LIMITED_TEXT = 'limited text'

type Ast = Record<string, unknown>

/**
 * Prevents an expression from creating a text that exceeds the memory of its thread in one step. Such an allocation would end
 * the whole process before any deadline. `$eval` is removed too, because its expressions would not be limited.
 */
export function limitTexts(expression: Expression): Expression {
  expression.registerFunction(LIMITED_TEXT, limitText)
  expression.registerFunction('pad', pad, '<s-ns?:s>')
  expression.registerFunction('eval', () => {
    throw new Error('There is no `$eval` in workflows.')
  })
  wrapConcatenations(expression.ast(), new Set())
  return expression
}

/** Wraps `a & b` in a call of `limitText`. A joined text takes no memory until it is read. */
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
    procedure: { type: 'variable', value: LIMITED_TEXT, position },
    arguments: [{ type, value, lhs, rhs, position }],
  })
}

function limitText(text: unknown): unknown {
  if (typeof text === 'string' && text.length > MAX_TEXT) throw tooLong()
  return text
}

/** Pads like JSONata's own `$pad`: on the right for a positive width, on the left for a negative one. */
function pad(text: string | undefined, width: number, by = ' '): string | undefined {
  if (Math.abs(width) > MAX_TEXT) throw tooLong()
  return width < 0 ? text?.padStart(-width, by) : text?.padEnd(width, by)
}

const tooLong = () => new Error(`A text is longer than ${groupDigits(MAX_TEXT)} characters.`)
