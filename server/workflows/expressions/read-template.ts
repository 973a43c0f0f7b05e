import type { Expression } from 'jsonata'
import jsonata from 'jsonata'
import { RE2JS } from 're2js'
import { groupDigits } from '../../base/counted.ts'
import { VARIABLES } from './expressions.ts'
import { limitTexts } from './limit-texts.ts'

/** A syntax error, with a sentence that says what is wrong and where. */
class ExpressionSyntaxError extends Error {
  override readonly name = 'ExpressionSyntaxError'
}

/** Literal text, or an expression. `steps` is set if the expression is a plain path. */
export type TemplatePart = string | { source: string; expression: Expression; steps: string[] | null }

const MAX_EXPRESSION = 10_000
/** Maximum entries of a list that an expression makes. */
const MAX_ENTRIES = 100_000
/** How many `}}` are tried as the end of an expression, as some may belong to the expression itself (`{"a": {"b": 1}}`). */
const MAX_TRIES = 50
/**
 * Limits for one value. The deadline of the thread stops whatever these do not. JSONata reads `timeout` during the
 * evaluation.
 */
const limits = {
  timeout: 0,
  stack: 500,
  sequence: MAX_ENTRIES,
  RegexEngine: LinearRegex as unknown as RegExpConstructor,
}

/** Sets the time limit of each expression from now on, including those that are already compiled. */
export function limitTime(ms: number): void {
  limits.timeout = ms
}

/** Whether an error is the one that JSONata throws after the time limit. */
export const isOutOfTime = (error: unknown) => (error as { code?: unknown }).code === 'D1012'

/** Compiles an expression. Throws `ExpressionSyntaxError`. */
function compileExpression(source: string): Expression {
  if (source.length > MAX_EXPRESSION)
    throw new ExpressionSyntaxError(`An expression is longer than ${groupDigits(MAX_EXPRESSION)} characters.`)
  if (!source.trim()) throw new ExpressionSyntaxError('An expression is empty.')
  try {
    return limitTexts(jsonata(source, limits))
  } catch (error) {
    throw new ExpressionSyntaxError(faultIn(source, error))
  }
}

/** Says what JSONata finds wrong with an expression, at which place, and with which expression. */
export function faultIn(source: string, error: unknown): string {
  const { code, message = String(error), position } = error as JsonataError
  const fault = code === 'D2015' ? TOO_LONG_LIST : message.replace(/\.$/, '')
  const where = position === undefined ? '' : `, at character ${position}`
  return `${fault}${where}: \`${shortened(source)}\``
}

interface JsonataError {
  code?: string
  message?: string
  position?: number
}

/** JSONata calls the length that a list would have its maximum. */
const TOO_LONG_LIST = `A list has more than ${groupDigits(MAX_ENTRIES)} entries`

/** Returns the parts of a string. Throws `ExpressionSyntaxError` for braces that are not closed and for invalid expressions. */
export function readTemplate(text: string): TemplatePart[] {
  const parts: TemplatePart[] = []
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('{{', at)
    if (open !== at) parts.push(text.slice(at, open < 0 ? undefined : open))
    if (open < 0) break
    const found = firstExpression(text, open + 2)
    parts.push(found)
    at = found.end + 2
  }
  return parts
}

/** Returns the shortest text before a `}}` that is a valid expression. */
function firstExpression(text: string, from: number) {
  let fault: unknown = new ExpressionSyntaxError('`{{` has no `}}`.')
  let end = text.indexOf('}}', from)
  for (let tries = 0; end >= 0 && tries < MAX_TRIES; tries++) {
    const source = text.slice(from, end).trim()
    try {
      return { source, expression: compileExpression(source), steps: stepsOf(source), end }
    } catch (error) {
      if (!tries) fault = error
    }
    end = text.indexOf('}}', end + 1)
  }
  throw fault
}

const PATH = new RegExp(`^(${VARIABLES.join('|')})(\\.[a-z_]\\w*)*$`, 'i')
const stepsOf = (source: string) => (PATH.test(source) ? source.split('.') : null)

const shortened = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)

const FLAGS: Record<string, number> = { i: RE2JS.CASE_INSENSITIVE, m: RE2JS.MULTILINE }

/** The part of RegExp that JSONata uses. */
type LinearRegex = Pick<RegExp, 'lastIndex' | 'exec'>

/**
 * Replaces RegExp in expressions; its time is linear in the length of the text. Throws an Error for look-around and back
 * references.
 */
function LinearRegex({ source, flags }: RegExp): LinearRegex {
  const bits = [...flags].reduce((sum, flag) => sum | (FLAGS[flag] ?? 0), 0)
  const compiled = compilePattern(source, bits)
  const regex: LinearRegex = {
    lastIndex: 0,
    exec(text) {
      const matcher = compiled.matcher(text)
      const found = regex.lastIndex <= text.length && matcher.find(regex.lastIndex)
      regex.lastIndex = found ? matcher.end() : 0
      return found ? matchOf(matcher) : null
    },
  }
  return regex
}

function compilePattern(source: string, bits: number): RE2JS {
  try {
    return RE2JS.compile(source, bits)
  } catch (error) {
    const fault = (error as Error).message.replace('error parsing regexp: ', '')
    throw new Error(
      `\`/${source}/\` is not a regular expression of RE2, which has no look-around and no back references: ${fault}.`,
    )
  }
}

/** Throws an Error if an expression contains a regular expression that RE2 cannot compile, which would fail on any text. */
export function checkPatterns(part: unknown): void {
  if (part instanceof RegExp) LinearRegex(part)
  else if (typeof part === 'object' && part !== null) Object.values(part).forEach(checkPatterns)
}

function matchOf(matcher: ReturnType<RE2JS['matcher']>): RegExpExecArray {
  const groups = Array.from(
    { length: matcher.groupCount() + 1 },
    (_, number) => matcher.group(number) ?? undefined,
  )
  return Object.assign(groups, { index: matcher.start() }) as unknown as RegExpExecArray
}
