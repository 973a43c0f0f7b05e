import type { Json, ValueType } from '../parser-schema.ts'
import { readNumber } from './read-number.ts'
import { describeValue, nothing, type Reading } from './reading.ts'

const CONVERTERS: Record<ValueType, (value: Json) => Reading> = {
  string: toText,
  integer: toInteger,
  number: toNumber,
  boolean: toBoolean,
}

const WORDS = new Map(
  Object.entries({ true: true, yes: true, on: true, 1: true, false: false, no: false, off: false, 0: false }),
)

/** A value as one of the type; null with a reason where it is none. Without a type it stays what it is. */
export function convert(value: Json, type: ValueType | undefined): Reading {
  return type ? CONVERTERS[type](value) : { value }
}

/** Whether a value, as a schema states it, is of the type already. */
export function isOfValueType(value: Json, type: ValueType): boolean {
  if (type === 'integer') return Number.isSafeInteger(value)
  return typeof value === type
}

function toText(value: Json): Reading {
  if (value === null || typeof value === 'object') return nothing(`${describeValue(value)}, not a text`)
  return { value: String(value) }
}

function toNumber(value: Json): Reading {
  if (typeof value === 'string') return readNumber(value)
  return typeof value === 'number' ? { value } : nothing(`${describeValue(value)}, not a number`)
}

function toInteger(value: Json): Reading {
  const number = toNumber(value)
  if (number.value === null || Number.isSafeInteger(number.value)) return number
  return nothing(
    Number.isInteger(number.value) ? `${number.value} is too large` : `${number.value} is not whole`,
  )
}

function toBoolean(value: Json): Reading {
  if (typeof value === 'boolean') return { value }
  const word = typeof value === 'object' ? '' : String(value).trim().toLowerCase()
  return {
    value: WORDS.get(word) ?? null,
    ...(!WORDS.has(word) && { reason: `${describeValue(value)}, not yes or no` }),
  }
}
