import type { Json } from '../parser-schema.ts'

/** What was read or converted; for a null, why. */
export interface Reading {
  value: Json
  reason?: string
}

export const EMPTY = 'matched, but its text is empty'

export const nothing = (reason: string): Reading => ({ value: null, reason })

/** A number to calculate with: `1e999` in JSON becomes none. */
export const isNumber = (value: Json): value is number => typeof value === 'number' && Number.isFinite(value)

/** What was calculated. */
export const readingOfNumber = (number: number): Reading =>
  Number.isFinite(number) ? { value: number } : nothing('the number is too large')

/** Absent, or a text of nothing but white space. */
export const isBlank = (value: Json | undefined): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** A value in few words, for a reason. */
export function describeValue(value: Json): string {
  if (Array.isArray(value)) return 'a list'
  if (value !== null && typeof value === 'object') return 'an object'
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, 100) : value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
