import type {
  ArrayExpression,
  BinaryExpression,
  CallExpression,
  Expression,
  Literal,
  LogicalExpression,
  MemberExpression,
  NewExpression,
  ObjectExpression,
  Property,
  SpreadElement,
  Super,
  TemplateLiteral,
  UnaryExpression,
} from 'acorn'
import { gapOf, holdsGap, noteGap, noteHolders } from '../json/gaps.ts'
import { childAt } from '../json/json-path.ts'
import type { Json } from '../parser-schema.ts'
import { isWithinBounds } from './bounded.ts'
import { calledFunction, evaluateCalled } from './called-function.ts'
import { isScalar, KNOWN_CONSTRUCTORS, KNOWN_FUNCTIONS, numberOf } from './known-calls.ts'
import {
  createContext,
  type EvaluationContext,
  EvaluationLimitError,
  type StaticValue,
  sizeOf,
  spend,
} from './walk.ts'

/** Deeper values are refused, since each level is a recursive call. */
const MAX_DEPTH = 250

/**
 * Returns the value that an expression is written as; undefined if only running it would tell, EvaluationLimitError if it is
 * too deep or takes too much work. Unknown parts of an object or a list are null, and so are functions. Nothing of the page
 * is run: literals are read, and a few functions without effects (`JSON.parse`, `atob`) are known by name.
 */
export function evaluateExpression(
  expression: Expression,
  budget: EvaluationContext['room'],
): StaticValue | EvaluationLimitError {
  const context = createContext(evaluate, budget)
  try {
    const value = evaluate(expression, context)
    if (value !== undefined && !isWithinBounds(value, budget)) return new EvaluationLimitError()
    if (context.hasGaps && value !== undefined) noteHolders(value)
    return value
  } catch (error) {
    if (error instanceof EvaluationLimitError) return error
    if (error instanceof RangeError) return new EvaluationLimitError()
    throw error
  }
}

function evaluate(node: Expression | Super, context: EvaluationContext): StaticValue {
  const read = READERS[node.type as Expression['type']] as
    | ((node: unknown, context: EvaluationContext) => StaticValue)
    | undefined
  if (!read) return undefined
  if (context.depth === MAX_DEPTH) throw new EvaluationLimitError()
  spend(context, 1)
  context.depth++
  const value = read(node, context)
  context.depth--
  return value
}

const READERS: {
  [Type in Expression['type']]?: (
    node: Extract<Expression, { type: Type }>,
    context: EvaluationContext,
  ) => StaticValue
} = {
  Literal: readLiteral,
  TemplateLiteral: readTemplate,
  ArrayExpression: readList,
  ObjectExpression: readObject,
  UnaryExpression: readUnary,
  BinaryExpression: readBinary,
  LogicalExpression: readLogical,
  ConditionalExpression: ({ test, consequent, alternate }, context) => {
    const value = evaluate(test, context)
    return value === undefined ? undefined : evaluate(value ? consequent : alternate, context)
  },
  AssignmentExpression: ({ operator, right }, context) =>
    ASSIGNS.has(operator) ? evaluate(right, context) : undefined,
  SequenceExpression: ({ expressions }, context) => evaluate(expressions.at(-1)!, context),
  Identifier: ({ name }, { names }) => (names.has(name) ? names.get(name) : CONSTANTS.get(name)),
  MemberExpression: readMember,
  ChainExpression: ({ expression }, context) => evaluate(expression, context),
  CallExpression: readCall,
  NewExpression: readConstruction,
}

const ASSIGNS: ReadonlySet<string> = new Set(['=', '||=', '??='])

const CONSTANTS: ReadonlyMap<string, null> = new Map([['undefined', null]])

/** An integer that JavaScript would round is read as the text of its digits, as in JSON. */
function readLiteral({ value, bigint, raw = '' }: Literal): StaticValue {
  const digits = bigint ?? raw.replaceAll('_', '')
  if (bigint !== undefined || (typeof value === 'number' && /^[1-9]\d*$/.test(digits)))
    return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits
  if (typeof value === 'number') return numberOf(value)
  return value === null || typeof value === 'string' || typeof value === 'boolean' ? value : undefined
}

function readTemplate({ quasis, expressions }: TemplateLiteral, context: EvaluationContext): StaticValue {
  let text = quasis[0]?.value.cooked ?? ''
  for (const [index, expression] of expressions.entries()) {
    const value = evaluate(expression, context)
    if (!isScalar(value)) return undefined
    text += String(value) + (quasis[index + 1]?.value.cooked ?? '')
  }
  spend(context, sizeOf(text))
  return text
}

/**
 * Reads a list. The items of a spread list are copied; an unknown list becomes a single null, and marks the result as
 * incomplete.
 */
function readList({ elements }: ArrayExpression, context: EvaluationContext): StaticValue {
  const list: Json[] = []
  for (const element of elements) {
    const isSpread = element?.type === 'SpreadElement'
    const items = isSpread ? spreadValue(element, context) : undefined
    if (Array.isArray(items)) for (const item of items) list.push(item)
    else list.push(element && !isSpread ? (evaluate(element, context) ?? null) : null)
    if (isSpread && (!Array.isArray(items) || gapOf(items))) noteSpread(list, element, context)
  }
  return list
}

/**
 * Reads an object. Built from entries, so that a key such as `__proto__` is an ordinary key, as in JSON. An unknown spread
 * may overwrite everything before it.
 */
function readObject({ properties }: ObjectExpression, context: EvaluationContext): StaticValue {
  let entries: [string, Json][] = []
  let gap: SpreadElement | null = null
  for (const property of properties) {
    const isSpread = property.type === 'SpreadElement'
    const value = isSpread ? spreadValue(property, context) : undefined
    if (isSpread && (value === undefined || gapOf(value))) {
      entries = []
      gap ??= property
    }
    const more = isSpread ? Object.entries(value ?? {}) : ownEntry(property, context)
    for (const entry of more) entries.push(entry)
  }
  const object = Object.fromEntries(entries)
  if (gap) noteSpread(object, gap, context)
  return object
}

/**
 * Returns the value of a spread, also if it is a variable; undefined if it is unknown. A value that is not an object adds
 * nothing.
 */
function spreadValue({ argument }: SpreadElement, context: EvaluationContext): StaticValue {
  const isVariable = argument.type === 'Identifier' && !context.names.has(argument.name)
  const value = isVariable
    ? (evaluate(argument, context) ?? context.room.literalNamed(argument.name))
    : evaluate(argument, context)
  spend(context, sizeOf(value))
  context.hasGaps ||= holdsGap(value)
  return value
}

/** The number of characters of a spread that a reason quotes. */
const MAX_QUOTED = 40

function noteSpread(value: object, { argument }: SpreadElement, context: EvaluationContext): void {
  const called = argument.type === 'CallExpression' ? `${nameOf(argument.callee)}()` : nameOf(argument)
  noteGap(value, `...${called.slice(0, MAX_QUOTED) || '(…)'}`)
  context.hasGaps = true
}

/** A getter is a function, which is not called here. */
function ownEntry(
  { key, value, kind, computed, method }: Property,
  context: EvaluationContext,
): [string, Json][] {
  const name = computed || key.type !== 'Identifier' ? evaluate(key, context) : key.name
  if (!isScalar(name) || kind === 'set') return []
  return [[String(name), kind === 'get' || method ? null : (evaluate(value, context) ?? null)]]
}

/** Whether a literal is a number that was read as text. */
const isInDigits = (node: { type: string }, value: StaticValue): boolean =>
  node.type === 'Literal' && typeof (node as Literal).value !== 'string' && typeof value === 'string'

function readUnary({ operator, argument }: UnaryExpression, context: EvaluationContext): StaticValue {
  if (operator === 'void') return null
  const value = evaluate(argument, context)
  if (value === undefined) return undefined
  if (operator === '-' && isInDigits(argument, value)) return `-${value}`
  if (operator === '!') return !value
  if (!isScalar(value)) return undefined
  if (operator === '-') return numberOf(-Number(value))
  if (operator === '+') return numberOf(value)
  return operator === '~' ? ~Number(value) : undefined
}

function readBinary({ operator, left, right }: BinaryExpression, context: EvaluationContext): StaticValue {
  if (left.type === 'PrivateIdentifier') return undefined
  const first = evaluate(left, context)
  const second = evaluate(right, context)
  if (!isScalar(first) || !isScalar(second)) return undefined
  if (isInDigits(left, first) || isInDigits(right, second)) return undefined
  const isText = typeof first === 'string' || typeof second === 'string'
  if (operator === '+' && isText) {
    const text = `${first}${second}`
    spend(context, sizeOf(text))
    return text
  }
  return ARITHMETIC.get(operator)?.(Number(first), Number(second))
}

const ARITHMETIC: ReadonlyMap<string, (left: number, right: number) => Json> = new Map([
  ['+', (left: number, right: number) => numberOf(left + right)],
  ['-', (left: number, right: number) => numberOf(left - right)],
  ['*', (left: number, right: number) => numberOf(left * right)],
  ['/', (left: number, right: number) => numberOf(left / right)],
])

/** `window.STATE || {…}`: an unknown value counts as missing, which is the case that the script provides for. */
function readLogical({ operator, left, right }: LogicalExpression, context: EvaluationContext): StaticValue {
  const value = evaluate(left, context)
  if (operator === '&&') return value === undefined || !value ? value : evaluate(right, context)
  const isThere = operator === '||' ? Boolean(value) : value !== undefined && value !== null
  return isThere ? value : evaluate(right, context)
}

function readMember(
  { object, property, computed }: MemberExpression,
  context: EvaluationContext,
): StaticValue {
  const value = evaluate(object, context)
  if (value === undefined || property.type === 'PrivateIdentifier') return undefined
  const key = computed || property.type !== 'Identifier' ? evaluate(property, context) : property.name
  return typeof key === 'string' || typeof key === 'number' ? childAt(value, key) : undefined
}

function readCall(call: CallExpression, context: EvaluationContext): StaticValue {
  const called = calledFunction(call)
  if (called) return evaluateCalled(called, readArguments(called.given, context), context)
  if (call.callee.type === 'MemberExpression' && nameOf(call.callee.property) === 'replace')
    return readReplaced(call.callee, context)
  const knownFunction = KNOWN_FUNCTIONS.get(nameOf(call.callee))
  return knownFunction?.(...readArguments(call.arguments, context))
}

function readConstruction(
  { callee, arguments: given }: NewExpression,
  context: EvaluationContext,
): StaticValue {
  return KNOWN_CONSTRUCTORS.get(nameOf(callee))?.(...readArguments(given, context))
}

/** Scripts replace escaped quotes in JSON text, which the JSON reader understands anyway. */
const readReplaced = ({ object }: MemberExpression, context: EvaluationContext): StaticValue => {
  const text = evaluate(object, context)
  return typeof text === 'string' && /^\s*[{[][\s{[]*&(?:quot|#0*34|#x0*22);/.test(text) ? text : undefined
}

function readArguments(args: (Expression | SpreadElement)[], context: EvaluationContext): StaticValue[] {
  return args.map(argument => {
    if (argument.type === 'SpreadElement') return undefined
    const value = evaluate(argument, context)
    spend(context, sizeOf(value))
    // A copy made by a call would be taken for complete.
    return gapOf(value) === undefined ? value : undefined
  })
}

/** Returns `JSON.parse` for `window.JSON.parse`; empty for anything without a name. */
function nameOf(node: { type: string }): string {
  const { type, name, object, property, computed } = node as MemberExpression & { name: string }
  if (String(type) === 'Identifier') return name
  if (type !== 'MemberExpression' || computed) return ''
  return `${nameOf(object)}.${nameOf(property)}`.replace(/^(?:window|self|globalThis)\./, '')
}
