import type { Json } from '../parser-schema.ts'

/** A run of digits, not those of a fraction, that may be more than a number holds. */
const MANY_DIGITS = /(?<![.\d])\d{16,}[\s,}\]]/
const WHOLE = /^-?\d+$/

/**
 * JSON as `JSON.parse` reads it, but a whole number that JavaScript can only hold rounded is the text of its digits: ids are
 * such numbers. Throws SyntaxError where it is not JSON.
 */
export function parseJson(json: string): Json {
  // A reviver is called for each value, which takes several times as long.
  return MANY_DIGITS.test(json) ? JSON.parse(json, keepDigits as Reviver) : JSON.parse(json)
}

type Reviver = NonNullable<Parameters<typeof JSON.parse>[1]>

const keepDigits = (_: string, value: Json, { source }: { source: string }): Json =>
  typeof value === 'number' && !Number.isSafeInteger(value) && WHOLE.test(source) ? source : value
