import { LRUCache } from 'lru-cache'
import { groupDigits } from '../../base/counted.ts'
import { AppError, type ErrorFacts } from '../../base/errors.ts'
import { holdsTemplate, type ParsedText, type Variables } from './expressions.ts'
import { freeVariables } from './free-variables.ts'
import { namesIn } from './names-in.ts'
import {
  checkPatterns,
  faultIn,
  isOutOfTime,
  limitTime,
  readTemplate,
  type TemplatePart,
} from './read-template.ts'

/** A template to resolve for many sets of variables. The time limit applies to each expression and set. */
export interface ResolveTask {
  template: unknown
  variables: readonly Variables[]
  timeoutMs: number
}

/** Texts whose expressions are parsed but not evaluated. */
export interface ReadTask {
  texts: readonly string[]
}

/** The input of a run, as JSON, to validate with its schema. */
export interface InputTask {
  schema: Record<string, unknown>
  input: string
}

/** The validated input as JSON, or null if it is the same; or the parts of an AppError, which would lose its class. */
export type InputResult = { input: string | null } | { message: string; facts: ErrorFacts }

/** A message to a thread, which notifies `begun` when it begins the work. */
type WorkerMessage = (ResolveTask | ReadTask | InputTask) & { begun: Int32Array }

/**
 * A value, or a fault and its path in the template, as data that can be sent between threads. `fault` is null if an
 * expression took too long.
 */
export type WorkerResult = { value: unknown } | { fault: string | null; path: PropertyKey[] }

const MAX_COMPILED = 1_000
/** Maximum characters of JSON of one resolved template. */
const MAX_RESULT = 8_000_000
const TOO_LONG_RESULT = `What its expressions give for this item is longer than ${groupDigits(MAX_RESULT)} characters of JSON.`
/**
 * Number of characters at which an answer is sent; the rest is requested again. Receiving a large answer would block the
 * event loop.
 */
const MAX_ANSWER = 1_000_000
const compiled = new LRUCache<string, TemplatePart[]>({ max: MAX_COMPILED })

function partsOf(text: string): TemplatePart[] {
  const known = compiled.get(text)
  if (known) return known
  const parts = readTemplate(text)
  compiled.set(text, parts)
  return parts
}

/** Headers may be secret, so an error shows neither their expressions nor what these compute. */
const shownFault = (source: string, cause: unknown, path: PropertyKey[]) =>
  path.includes('headers')
    ? 'The expression of a header failed. It is not shown, because headers may be secret.'
    : faultIn(source, cause)

class TemplateError extends Error {
  readonly path: PropertyKey[]
  readonly isSlow: boolean
  /** `source` is the expression that failed, if it was one. */
  constructor(cause: unknown, path: PropertyKey[], source?: string) {
    super(source === undefined ? (cause as Error).message : shownFault(source, cause, path))
    this.path = path
    this.isSlow = isOutOfTime(cause)
  }
}

async function fill(template: unknown, variables: Variables, path: PropertyKey[]): Promise<unknown> {
  if (holdsTemplate(template)) return fillText(template, variables, path)
  if (Array.isArray(template))
    return Promise.all(template.map((part, index) => fill(part, variables, [...path, index])))
  if (typeof template !== 'object' || template === null) return template
  const filled: [string, unknown][] = []
  for (const [name, part] of Object.entries(template))
    filled.push([name, await fill(part, variables, [...path, name])])
  return Object.fromEntries(filled)
}

/** Fills a text. A text that is one expression as a whole keeps the type of its value; anything else is joined as text. */
async function fillText(text: string, variables: Variables, path: PropertyKey[]): Promise<unknown> {
  let source: string | undefined
  try {
    const parts = partsOf(text)
    const values: unknown[] = []
    for (const part of parts) {
      if (typeof part !== 'string') source = part.source
      values.push(typeof part === 'string' ? part : await evaluate(part, variables))
    }
    return parts.length === 1 ? values[0] : values.map(asText).join('')
  } catch (error) {
    throw new TemplateError(error, path, source)
  }
}

/**
 * Evaluates an expression. The variables are passed both as the context and as `$item`, `$nodes` …, which an inner context
 * does not hide.
 */
function evaluate({ expression, steps }: Exclude<TemplatePart, string>, variables: Variables): unknown {
  const value = steps ? follow(steps, variables) : LIST_ON_PATH
  return value === LIST_ON_PATH ? expression.evaluate(variables, variables) : value
}

const LIST_ON_PATH = Symbol('a list on the path, which JSONata spreads')

/** Follows a plain path without JSONata. Most expressions are such paths, and this takes a fiftieth of the time. */
function follow(steps: readonly string[], from: unknown): unknown {
  let value = from
  for (const step of steps) {
    if (Array.isArray(value)) return LIST_ON_PATH
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string, unknown>)[step]
  }
  return value
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' || typeof value === 'function' ? (jsonOf(value) ?? '') : String(value)
}

/** The property with which JSONata marks its functions, which are objects to JSON. */
const FUNCTION_MARK = '"_jsonata_'

/**
 * Returns a value as JSON without functions; undefined for a function. A function with its environment is circular, so
 * `JSON.stringify` throws.
 */
function jsonOf(value: unknown): string | undefined {
  try {
    const text = JSON.stringify(value)
    if (!text?.includes(FUNCTION_MARK)) return text
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  return JSON.stringify(value, (_key, part) => (isFunction(part) ? undefined : part))
}

/** Whether a value is a function of JSONata. Data that only has the mark is not. */
function isFunction(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { implementation, apply } = value as Record<string, unknown>
  return typeof implementation === 'function' || typeof apply === 'function'
}

/** Returns a value as plain JSON: without functions, and without the marks that JSONata sets on its arrays. */
function toPlainJson(value: unknown): { value: unknown; characters: number } {
  const text = jsonOf(value)
  if (text === undefined) return { value: undefined, characters: 0 }
  if (text.length > MAX_RESULT) throw new Error(TOO_LONG_RESULT)
  return { value: JSON.parse(text), characters: text.length }
}

async function resolve({ template, variables, timeoutMs }: ResolveTask): Promise<WorkerResult[]> {
  limitTime(timeoutMs)
  const resolved: WorkerResult[] = []
  let left = MAX_ANSWER
  for (const variableSet of variables) {
    if (left <= 0) break
    try {
      const { value, characters } = toPlainJson(await fill(template, variableSet, []))
      left -= characters
      resolved.push({ value })
    } catch (error) {
      const { message, path, isSlow } = error instanceof TemplateError ? error : new TemplateError(error, [])
      resolved.push({ fault: isSlow ? null : message, path })
    }
  }
  return resolved
}

async function read(text: string): Promise<ParsedText> {
  try {
    const parts = partsOf(text)
    const expressions = parts.filter(part => typeof part !== 'string')
    for (const { expression } of expressions) checkPatterns(expression.ast())
    const found = expressions.map(({ expression }) => namesIn(expression.ast()))
    const free = await Promise.all(expressions.map(({ expression }) => freeVariables(expression.ast())))
    return {
      nodes: found.flatMap(({ nodes }) => nodes),
      unknown: [...found.flatMap(({ unknown }) => unknown), ...free.flat()],
      isWhole: parts.length === 1 && expressions.length === 1,
    }
  } catch (error) {
    return { fault: (error as Error).message }
  }
}

/** Most threads validate nothing, so they do not load the code for it. */
async function readInput({ schema, input }: InputTask): Promise<InputResult> {
  const { readRunInput } = await import('../run-input.ts')
  try {
    const text = JSON.stringify(readRunInput(schema, JSON.parse(input)))
    return { input: text === input ? null : text }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { message: error.message, facts: error.facts }
  }
}

/** The entry point of a thread. */
export default async function work(
  message: WorkerMessage,
): Promise<WorkerResult[] | ParsedText[] | InputResult[]> {
  Atomics.store(message.begun, 0, 1)
  Atomics.notify(message.begun, 0)
  if ('texts' in message) return Promise.all(message.texts.map(read))
  return 'input' in message ? [await readInput(message)] : resolve(message)
}
