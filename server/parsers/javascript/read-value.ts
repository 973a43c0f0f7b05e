import type { CallExpression, Expression, SpreadElement } from 'acorn'
import { endOfString } from '../../base/text/parse-json.ts'
import { closeUnfinished } from '../json/close-unfinished.ts'
import { unescapeJs } from '../json/js-string.ts'
import { type FoundJson, parseLenient, readLenient } from '../json/lenient-json.ts'
import type { Json } from '../parser-schema.ts'
import { evaluateExpression } from './evaluate.ts'
import { type ParseBudget, parseExpression } from './parse-expression.ts'
import { EvaluationLimitError } from './walk.ts'

/** Why an expression has no value, as the reason of a null. */
export type UnreadReason = string

interface ExpressionResult {
  value?: Json
  unread?: UnreadReason
  /** The position after the expression; absent if unknown. */
  end?: number
}

interface CallArguments {
  /** Undefined are those that are not known. */
  values: (Json | undefined)[]
  end: number
}

const JSON_PARSE = /JSON\s*\.\s*parse\s*\(\s*(?=["'`])/y
/** What makes the preceding JSON a part of a longer expression. */
const GOES_ON = /\s*(?:[.[(?+*%-]|\|\||&&)/y

/** Reads the value of the expression that starts here: as JSON, which is much faster, else as JavaScript. */
export function readValue(text: string, at: number, budget: ParseBudget): ExpressionResult {
  const json = jsonAt(text, at)
  if (json) return json
  const expression = parseExpression(text, at, budget)
  if (typeof expression === 'string') return { unread: UNREAD[expression] }
  const value = evaluateExpression(expression, budget)
  const end = at + expression.end
  if (value instanceof EvaluationLimitError) return { unread: UNREAD.large, end }
  return value === undefined
    ? { unread: `${quoteExpression(text, at, expression)} has no value before it is run`, end }
    : { value, end }
}

const UNREAD = {
  wrong: 'what stands there is not JavaScript',
  large: 'what stands there is larger or deeper than what is read as JavaScript',
}

/** The number of characters of an expression that a reason quotes. */
const MAX_QUOTED = 40

function quoteExpression(text: string, at: number, { end }: Expression): string {
  const source = text.slice(at, at + Math.min(end, MAX_QUOTED))
  return `${source.replace(/\s+/g, ' ')}${end > MAX_QUOTED ? '…' : ''}`
}

/** Reads JSON, or a call of `JSON.parse` with a string, unless the expression continues after it. */
function jsonAt(text: string, at: number): FoundJson | undefined {
  JSON_PARSE.lastIndex = at
  if (JSON_PARSE.test(text)) return jsonInText(text, JSON_PARSE.lastIndex)
  const found = readLenient(text, at)
  if (!found) return undefined
  GOES_ON.lastIndex = found.end
  return GOES_ON.test(text) ? undefined : found
}

/** Reads the JSON in the string that starts here, unless that is a template with placeholders. */
function jsonInText(text: string, quote: number): FoundJson | undefined {
  const end = endOfString(text, quote)
  const inside = text.slice(quote + 1, end)
  const value = text[quote] === '`' && inside.includes('${') ? undefined : parseLenient(unescapeJs(inside))
  return value === undefined ? undefined : { value, end }
}

/** Reads the arguments of the call that starts here: `push({…})`; null if it cannot be read as a call. */
export function readArguments(text: string, start: number, budget: ParseBudget): CallArguments | null {
  const only = readLenient(text, text.indexOf('(', start) + 1)
  if (only && /^\s*\)/.test(text.slice(only.end, only.end + 20)))
    return { values: [only.value], end: only.end }
  const expression = parseExpression(text, start, budget)
  const call = typeof expression === 'string' ? null : innerCall(expression)
  return call && { values: argumentsOf(call, budget), end: start + call.end }
}

const argumentsOf = (call: CallExpression, budget: ParseBudget): (Json | undefined)[] =>
  call.arguments.map(argument => (isSpread(argument) ? undefined : knownValue(argument, budget)))

function knownValue(expression: Expression, budget: ParseBudget): Json | undefined {
  const value = evaluateExpression(expression, budget)
  return value instanceof EvaluationLimitError ? undefined : value
}

const isSpread = (argument: Expression | SpreadElement): argument is SpreadElement =>
  argument.type === 'SpreadElement'

/** Returns the first call in a chain: `f({…})` of `f({…}).then(g)`. */
function innerCall(expression: Expression): CallExpression | null {
  let call: CallExpression | null = null
  let at: { type: string } = expression
  while (at.type === 'CallExpression' || at.type === 'MemberExpression') {
    if (at.type === 'CallExpression') call = at as CallExpression
    at =
      at.type === 'CallExpression'
        ? (at as CallExpression).callee
        : (at as unknown as { object: Expression }).object
  }
  return call
}

/** A declaration before the only expression of a script. */
const DECLARES = /\s*(?:(?:var|let|const)\s+[\w$]+\s*=|export\s+default\s)?\s*/y

/**
 * Reads a whole script: JSON, even if its end is missing; or a value that its first statement assigns, or passes to a
 * function.
 */
export function readScript(text: string, budget: ParseBudget): Json | undefined {
  return parseLenient(text) ?? readStatement(text, budget) ?? closeUnfinished(text)
}

function readStatement(text: string, budget: ParseBudget): Json | undefined {
  DECLARES.lastIndex = 0
  DECLARES.test(text)
  const expression = parseExpression(text, DECLARES.lastIndex, budget)
  if (typeof expression === 'string') return undefined
  const value = knownValue(expression, budget)
  const call = value === undefined ? innerCall(expression) : null
  const values = call ? argumentsOf(call, budget) : [value]
  return values.find(one => typeof one === 'object' && one !== null)
}
