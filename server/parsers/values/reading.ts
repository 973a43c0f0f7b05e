import type { Json } from '../parser-schema.ts'

/** A value that was read or converted, and the reason if it is null. */
export interface ReadResult {
  value: Json
  reason?: string
}

export const EMPTY_TEXT = 'matched, but its text is empty'

export const noValue = (reason: string): ReadResult => ({ value: null, reason })

/** Whether a value is a finite number. `1e999` in JSON is not. */
export const isNumber = (value: Json): value is number => typeof value === 'number' && Number.isFinite(value)

/** Returns a calculated number; null if it is not finite. */
export const numberResult = (number: number): ReadResult =>
  Number.isFinite(number) ? { value: number } : noValue('the number is too large')

/** Whether a value is missing, null, or a text of only white space. */
export const isBlank = (value: Json | undefined): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** Describes a value briefly, for a reason. */
export function describeValue(value: Json): string {
  if (Array.isArray(value)) return 'a list'
  if (value !== null && typeof value === 'object') return 'an object'
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, 100) : value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
