import type { Json } from '../parser-schema.ts'
import { readDate } from './dates/read-date.ts'
import { compilePattern } from './pattern.ts'

export type Condition = (value: Json) => boolean

const same = (a: Json, b: Json) => a === b || JSON.stringify(a) === JSON.stringify(b)

/** A price is compared by its amount, a range by its lower bound. */
const comparableOf = (value: Json): Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value.amount ?? value.min ?? value.max ?? null)
    : value

/**
 * The length of a timestamp up to the seconds. The time zone after it is the same on both sides: UTC, or that of the page.
 */
const SECONDS_LENGTH = 19

/**
 * Compares a value with a bound: negative if it is below; NaN if the two cannot be compared. Dates are compared to the
 * precision that both have: a timestamp and a day by the day.
 */
function compareToBound(value: Json, bound: number | string): number {
  const size = comparableOf(value)
  if (typeof bound === 'number') return typeof size === 'number' ? size - bound : Number.NaN
  if (typeof size !== 'string' || !/^\d{4}/.test(size)) return Number.NaN
  const length = Math.min(size.length, bound.length, SECONDS_LENGTH)
  const [own, other] = [size.slice(0, length), bound.slice(0, length)]
  return own < other ? -1 : Number(own > other)
}

const TESTS: Record<string, (argument: Json) => Condition> = {
  equals: argument => value => same(value, argument),
  not: argument => value => !same(value, argument),
  in: argument => oneOf(argument),
  not_in: argument => {
    const isOne = oneOf(argument)
    return value => !isOne(value)
  },
  min: argument => {
    const bound = parseBound(argument)
    return value => compareToBound(value, bound) >= 0
  },
  max: argument => {
    const bound = parseBound(argument)
    return value => compareToBound(value, bound) <= 0
  },
  pattern: argument => {
    if (typeof argument !== 'string') throw new Error('"pattern" takes a pattern, as text.')
    const pattern = compilePattern(argument)
    return value => typeof value === 'string' && pattern.test(value)
  },
  exists: argument => {
    if (typeof argument !== 'boolean') throw new Error('"exists" takes true or false.')
    return value => (value !== null) === argument
  },
}

const CONDITION_WORDS = Object.keys(TESTS)

/**
 * Compiles a condition such as `{min: 1, max: 9}`, all of whose tests must hold. Throws an Error that says what is wrong.
 */
export function compileCondition(source: unknown): Condition {
  const entries = source !== null && typeof source === 'object' ? Object.entries(source) : []
  if (entries.length === 0 || Array.isArray(source))
    throw new Error(`A condition is an object of: ${CONDITION_WORDS.join(', ')}.`)
  const tests = entries.map(([word, argument]) => {
    const test = Object.hasOwn(TESTS, word) ? TESTS[word]! : null
    if (!test)
      throw new Error(`A condition has no ${JSON.stringify(word)}, but: ${CONDITION_WORDS.join(', ')}.`)
    const condition = test(argument as Json)
    condition(null)
    return condition
  })
  return value => tests.every(test => test(value))
}

/** Uses a set, since the list may be long and is checked for each value of a page. */
function oneOf(argument: Json): Condition {
  if (!Array.isArray(argument)) throw new Error('"in" and "not_in" take a list.')
  const texts = new Set(argument.map(item => JSON.stringify(item)))
  return value => texts.has(JSON.stringify(value))
}

/** A year or a month is also a bound. */
const PART_OF_YEAR = /^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/
const DATE = /^\d{4}-\d\d-\d\d(?:([T ])\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i

/** Parses a bound: a number, or a date, which is written like the values. Throws an Error that says what is wrong. */
export function parseBound(argument: unknown): number | string {
  if (typeof argument === 'number') return argument
  const text = typeof argument === 'string' ? argument : ''
  const [isDate, clock] = DATE.exec(text) ?? []
  const date = isDate ? readDate(text, clock !== undefined, {}, undefined).value : null
  if (date !== null) return date as string
  if (PART_OF_YEAR.test(text)) return text
  throw new Error('Such as 10, or a date: "2026-01-31", "2026-01-31T10:00:00Z".')
}
