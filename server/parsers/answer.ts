import { AppError } from '../base/errors.ts'
import type { Json, JsonObject } from './parser-schema.ts'

const MEGABYTE = 1_048_576

/** Converts megabytes to characters of JSON. One character counts as one byte. */
export const charactersOf = (megabytes: number): number => megabytes * MEGABYTE

export const answerTooLarge = (maxSize: number, field: string) =>
  new AppError('extraction_failed', `The answer is larger than ${maxSize / MEGABYTE} MB.`, {
    ...(field && { field }),
    hint: 'Read fewer fields, give lists a "limit", or raise `parse_max_answer_mb`.',
  })

/**
 * A value as it is written to the answer: its texts are well-formed. `size` is about the number of characters of its JSON.
 */
interface MeasuredValue {
  value: Json
  size: number
}

/**
 * Characters of the quotes, colon and comma around a name, and the approximate size of a number, `true`, `false` or `null`.
 */
const ENTRY_OVERHEAD = 4
const PLAIN_SIZE = 5

/** Returns the size of an object's entry without its value, in characters. */
export const sizeOfName = (name: string): number => name.length + ENTRY_OVERHEAD

/** Returns the size of a text, in characters of JSON. */
export const sizeOfText = (text: string): number => text.length + ENTRY_OVERHEAD

/** Replaces unpaired surrogates of UTF-16, which no encoding can represent. */
const wellFormedText = (text: string): string => (text.isWellFormed() ? text : text.toWellFormed())

/**
 * Returns a function that measures values and makes their texts well-formed. Each list or object is walked once, however
 * often it occurs in the answer. Lists and objects that are well-formed are returned as they are, not copied.
 */
export function createMeasure() {
  const cache = new WeakMap<object, MeasuredValue>()

  function measure(value: Json): MeasuredValue {
    if (typeof value === 'string') return { value: wellFormedText(value), size: sizeOfText(value) }
    if (typeof value !== 'object' || value === null) return { value, size: PLAIN_SIZE }
    const measured = cache.get(value) ?? (Array.isArray(value) ? measureList(value) : measureObject(value))
    cache.set(value, measured)
    return measured
  }

  function measureList(list: Json[]): MeasuredValue {
    let size = ENTRY_OVERHEAD
    const values = list.map(item => {
      const measured = measure(item)
      size += measured.size
      return measured.value
    })
    return { value: values.every((item, index) => item === list[index]) ? list : values, size }
  }

  function measureObject(object: JsonObject): MeasuredValue {
    let size = ENTRY_OVERHEAD
    let isSame = true
    const entries = Object.entries(object).map(([name, inner]) => {
      const measured = measure(inner)
      const wellFormedName = wellFormedText(name)
      size += measured.size + sizeOfName(wellFormedName)
      isSame &&= wellFormedName === name && measured.value === inner
      return [wellFormedName, measured.value] as const
    })
    return { value: isSame ? object : (Object.fromEntries(entries) as JsonObject), size }
  }

  return measure
}

/** Returns an answer with all its texts well-formed. */
export const wellFormed = <T>(value: T): T => createMeasure()(value as Json).value as T

/** Returns an answer of other code with all its texts well-formed. Throws 422 if it is larger than `maxSize` characters. */
export function boundAnswer<T>(value: T, maxSize: number): T {
  const measured = createMeasure()(value as Json)
  if (measured.size > maxSize) throw answerTooLarge(maxSize, '')
  return measured.value as T
}
