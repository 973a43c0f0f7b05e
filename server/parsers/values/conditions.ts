import type { Json } from '../parser-schema.ts'
import { compilePattern } from './pattern.ts'

export type Condition = (value: Json) => boolean

const same = (a: Json, b: Json) => a === b || JSON.stringify(a) === JSON.stringify(b)

/** A price is compared by its amount, a range by its lower border, a date by its text. */
const sizeOf = (value: Json): Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value.amount ?? value.min ?? value.max ?? null)
    : value

const isAtLeast = (value: Json, least: Json) => {
  const size = sizeOf(value)
  return size !== null && typeof size === typeof least && size >= least!
}

const isAtMost = (value: Json, most: Json) => {
  const size = sizeOf(value)
  return size !== null && typeof size === typeof most && size <= most!
}

const TESTS: Record<string, (argument: Json) => Condition> = {
  equals: argument => value => same(value, argument),
  not: argument => value => !same(value, argument),
  in: argument => oneOf(argument),
  not_in: argument => {
    const isOne = oneOf(argument)
    return value => !isOne(value)
  },
  min: argument => value => isAtLeast(value, border(argument)),
  max: argument => value => isAtMost(value, border(argument)),
  pattern: argument => {
    const pattern = compilePattern(typeof argument === 'string' ? argument : '(')
    return value => typeof value === 'string' && pattern.test(value)
  },
  exists: argument => value => (value !== null) === argument,
}

export const CONDITION_WORDS = Object.keys(TESTS)

/** All of several tests, such as `{min: 1, max: 9}`. Throws an Error that says what is wrong. */
export function compileCondition(written: unknown): Condition {
  const entries = written !== null && typeof written === 'object' ? Object.entries(written) : []
  if (entries.length === 0 || Array.isArray(written))
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

/** A list may be long, and is asked for each value of a page. */
function oneOf(argument: Json): Condition {
  if (!Array.isArray(argument)) throw new Error('"in" and "not_in" take a list.')
  const texts = new Set(argument.map(item => JSON.stringify(item)))
  return value => texts.has(JSON.stringify(value))
}

function border(argument: Json): Json {
  if (typeof argument !== 'number' && typeof argument !== 'string')
    throw new Error('"min" and "max" take a number or a text.')
  return argument
}
