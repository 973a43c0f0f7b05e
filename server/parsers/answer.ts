import { AppError } from '../base/errors.ts'
import type { Json, JsonObject } from './parser-schema.ts'

const MEGABYTE = 1_048_576

/** Characters of JSON for so many megabytes: one of each is a byte. */
export const charactersOf = (megabytes: number): number => megabytes * MEGABYTE

export const answerTooLarge = (most: number, field: string) =>
  new AppError('extraction_failed', `The answer is larger than ${most / MEGABYTE} MB.`, {
    ...(field && { field }),
    hint: 'Read fewer fields, give lists a "limit", or raise `parse_max_answer_mb`.',
  })

/** A value as it leaves: its texts are well-formed, and its size is about that of its JSON in characters. */
interface Measured {
  value: Json
  size: number
}

/** Quotes, colon and comma around a name; as much as any number, `true` or `null` takes, about. */
const AROUND = 4
const PLAIN_SIZE = 5

/** What one entry of an object takes beside its value. */
export const sizeOfName = (name: string): number => name.length + AROUND

/** What a text takes. */
export const sizeOfText = (text: string): number => text.length + AROUND

/** No encoding knows what to make of half of a pair of UTF-16. */
const wellFormedText = (text: string): string => (text.isWellFormed() ? text : text.toWellFormed())

/**
 * Measures values as they leave, and makes their texts well-formed. A list or an object is looked at once, however often
 * it is in the answer; those that are well-formed stay themselves.
 */
export function createMeasure() {
  const known = new WeakMap<object, Measured>()

  function measure(value: Json): Measured {
    if (typeof value === 'string') return { value: wellFormedText(value), size: sizeOfText(value) }
    if (typeof value !== 'object' || value === null) return { value, size: PLAIN_SIZE }
    const measured = known.get(value) ?? (Array.isArray(value) ? ofList(value) : ofObject(value))
    known.set(value, measured)
    return measured
  }

  function ofList(list: Json[]): Measured {
    let size = AROUND
    const values = list.map(item => {
      const measured = measure(item)
      size += measured.size
      return measured.value
    })
    return { value: values.every((item, index) => item === list[index]) ? list : values, size }
  }

  function ofObject(object: JsonObject): Measured {
    let size = AROUND
    let isSame = true
    const entries = Object.entries(object).map(([name, inner]) => {
      const measured = measure(inner)
      const written = wellFormedText(name)
      size += measured.size + sizeOfName(written)
      isSame &&= written === name && measured.value === inner
      return [written, measured.value] as const
    })
    return { value: isSame ? object : (Object.fromEntries(entries) as JsonObject), size }
  }

  return measure
}

/** An answer with all its texts well-formed. */
export const wellFormed = <T>(value: T): T => createMeasure()(value as Json).value as T

/** An answer that was made elsewhere, its texts well-formed. Throws 422 where it is larger than `most` characters. */
export function bounded<T>(value: T, most: number): T {
  const measured = createMeasure()(value as Json)
  if (measured.size > most) throw answerTooLarge(most, '')
  return measured.value as T
}
