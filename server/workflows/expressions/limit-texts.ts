import jsonata, { type Expression } from 'jsonata'
import { groupDigits } from '../../base/counted.ts'
import { once } from '../../base/once.ts'

/** Maximum characters of a text that an expression produces. */
const MAX_TEXT = 10_000_000

/** Maximum parts that `$split` makes of a text. */
const MAX_PARTS = 1_000_000

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
  expression.registerFunction('join', join, '<a<s>s?:s>')
  expression.registerFunction('replace', replace, '<s-(sf)(sf)n?:s>')
  expression.registerFunction('split', split, '<s-(sf)n?:a<s>>')
  expression.registerFunction('string', string, '<x-b?:s>')
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

function join(texts: string[] | undefined, by: string | undefined): string | undefined {
  const glue = by ?? ''
  const length = texts?.reduce((sum, text) => sum + text.length + glue.length, -glue.length) ?? 0
  if (length > MAX_TEXT) throw tooLong()
  return texts?.join(glue)
}

type NativeFunction = (this: unknown, ...values: unknown[]) => unknown

/** Returns JSONata's own function of a name, which is hidden by the one that is registered. */
const nativeFunction = async (name: string): Promise<NativeFunction> =>
  (await jsonata(`$${name}`).evaluate(null)).implementation

const natives = once(async () => {
  const [replace, split, string] = await Promise.all(['replace', 'split', 'string'].map(nativeFunction))
  return { replace: replace!, split: split!, string: string! }
})

/** JSONata joins the pieces of the text, which takes little memory until the text is read. */
async function replace(this: unknown, text: unknown, pattern: unknown, by: unknown, limit: unknown) {
  return limitText(await (await natives()).replace.call(this, text, pattern, by, limit))
}

async function split(this: unknown, text: unknown, separator: unknown, limit: number | undefined) {
  const most = limit === undefined ? MAX_PARTS + 1 : Math.min(limit, MAX_PARTS + 1)
  const parts = (await (await natives()).split.call(this, text, separator, most)) as string[] | undefined
  if (parts && parts.length > MAX_PARTS)
    throw new Error(`A text has more than ${groupDigits(MAX_PARTS)} parts.`)
  return parts
}

/** JSON of lists and objects, too, is joined from pieces. */
async function string(this: unknown, value: unknown, prettify = false) {
  return limitText((await natives()).string.call(this, value, prettify))
}

const tooLong = () => new Error(`A text is longer than ${groupDigits(MAX_TEXT)} characters.`)
