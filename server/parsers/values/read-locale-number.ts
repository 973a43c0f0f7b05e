import { oncePerKey } from '../../base/once.ts'
import type { Locale } from './locale.ts'
import { numberOf } from './read-number.ts'
import { describeValue, noValue, type ReadResult } from './reading.ts'
import { whyUnclear } from './unclear-number.ts'

/** Thousands separators in any language: spaces and apostrophes. */
const FREE_GROUPS = " '\\u2019\\u00a0\\u2009\\u202f"
const NUMBER = new RegExp(
  `(?<![\\p{L}\\p{N}])([-\\u2212](?:\\p{Sc}\\s?)?)?(\\d[\\d.,${FREE_GROUPS}]*\\d|\\d|[.,]\\d+)`,
  'u',
)

/** Returns the pattern of numbers with these separators. */
const formOf = oncePerKey((separators: string) => {
  const [decimal, group] = separators as unknown as [string, string]
  const groups = `[${FREE_GROUPS}${group === decimal ? '' : `\\${group}`}]`
  // Lakhs are written with commas.
  const size = group === ',' ? '2,3' : '3'
  return new RegExp(`^(?:[1-9]\\d{0,2}(?:${groups}\\d{${size}})*${groups}\\d{3}|\\d*)(?:\\${decimal}(\\d+))?`)
})

/** Reads the first number of a text in the notation of a language; null if it is written differently. */
export function readLocaleNumber(
  text: string,
  { decimal, group }: Pick<Locale, 'decimal' | 'group'>,
): ReadResult {
  const match = NUMBER.exec(text)
  if (!match) return noValue(`${describeValue(text)} holds no number`)
  const [found, sign = '', digits = ''] = match
  const unclear = whyUnclear(text, match.index + sign.length, match.index + found.length)
  if (unclear) return noValue(unclear)
  const number = readDigits(digits, { decimal, group })
  return sign && number.value !== null ? { value: 0 - Number(number.value) } : number
}

/**
 * Points and commas of which one stands before the decimals, or which is repeated, so that only one reading is possible:
 * `1.299,90`, `1.299.000`.
 */
const CERTAIN_MARKS =
  /^[1-9]\d{0,2}([.,])\d{3}(?:(?:\1\d{3})+|(?:\1\d{3})*(?!\1)[.,](?<fraction>\d+))(?![.,']*\d)/

/**
 * The same for a text that starts with the digits of its number. If the language separates thousands by spaces or
 * apostrophes, points and commas are read as well where they are certain.
 */
export function readDigits(
  digits: string,
  { decimal, group }: Pick<Locale, 'decimal' | 'group'>,
): ReadResult {
  const [form = '', fraction = ''] = formOf(decimal + (group || "'")).exec(digits) ?? []
  if (form !== '' && !/^[.,']*\d/.test(digits.slice(form.length))) return sizeOf(form, fraction)
  const other = /[.,]/.test(group) ? null : CERTAIN_MARKS.exec(digits)
  return other
    ? sizeOf(other[0], other.groups!.fraction)
    : noValue(`${describeValue(digits)} is not a number in this language`)
}

const sizeOf = (form: string, fraction = '') =>
  numberOf((fraction ? form.slice(0, -fraction.length - 1) : form).replace(/\D/g, ''), fraction)
