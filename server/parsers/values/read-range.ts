import type { Json } from '../parser-schema.ts'
import { localeOf } from './locale.ts'
import { readLocaleNumber } from './read-locale-number.ts'
import { readNumber } from './read-number.ts'
import { describeValue, nothing, type Reading } from './reading.ts'
import { whyTorn, whyUnclear } from './unclear-number.ts'

const DIGITS = "[-−]?(?:\\d{1,3}(?:[ \\u00a0\\u2009\\u202f]\\d{3}(?!\\d))+|\\d+)(?:[.,'’]\\d+)*"
/** What may stand between a number and the next one: a unit or a sign, then a dash or a word. */
const BETWEEN =
  '[^\\d–—-]{0,12}?(?:\\s?[–—]\\s?|\\s?-\\s?|\\s(?:to|bis|à|a|al|hasta|até|tot|до|til|till)\\s)[^\\d–—-]{0,12}?'
const BOTH = new RegExp(`(${DIGITS})${BETWEEN}(${DIGITS.replace('[-−]?', '')})`, 'iu')
const LEAST =
  /(?<![\p{L}])(?:from|at least|min\.?|minimum|over|more than|ab|von|mindestens|über|dès|à partir de|au moins|desde|mínimo|da|a partire da|a partir de|vanaf|от|fra|från)\s|[+≥>]|and up/iu
const MOST =
  /(?<![\p{L}])(?:up to|at most|max\.?|maximum|under|less than|bis|höchstens|unter|jusqu'à|jusqu’à|au plus|hasta|máximo|fino a|até|tot|до|opp til|upp till)\s|[≤<]/iu
const LONGEST = 500

/**
 * Two borders as `{min, max}`: `10–20 kg`, `from $349` (no max), `up to 5` (no min); one number is both. A border that is
 * not certain makes it null.
 */
export function readRange(value: Json, locale: string | undefined): Reading {
  if (typeof value === 'number') return { value: { min: value, max: value } }
  const text = typeof value === 'string' ? value.slice(0, LONGEST) : ''
  const torn = whyTorn(text)
  if (torn) return nothing(torn)
  const read = (digits: string) => (locale ? readLocaleNumber(digits, localeOf(locale)) : readNumber(digits))
  const both = BOTH.exec(text)
  const borders = both ? [both[1]!, both[2]!] : (new RegExp(DIGITS, 'u').exec(text)?.slice(0, 1) ?? [])
  const numbers = borders.map(read)
  const unclear = numbers.find(number => number.value === null)
  if (unclear) return unclear
  const [first, second] = numbers.map(number => number.value as number)
  if (first === undefined) return nothing(`${describeValue(value)} holds no number`)
  if (second !== undefined)
    return first <= second
      ? { value: { min: first, max: second } }
      : nothing(`${describeValue(value)} is no range: its first number is the larger one`)
  if (MOST.test(text)) return { value: { min: null, max: first } }
  return { value: { min: first, max: LEAST.test(text) ? null : first } }
}

/** The end of a range, and what leads to the other. */
const OTHER_END = /\d\s?[-−–—~]\s?$/u

/** The number at a percent sign, as it is written: 25 for `25 %`. */
export function readPercent(value: Json, locale: string | undefined): Reading {
  if (typeof value === 'number') return { value }
  const text = typeof value === 'string' ? value.slice(0, LONGEST) : ''
  const found = new RegExp(`(${DIGITS})\\s?[%٪]|[%٪]\\s?(${DIGITS})`, 'u').exec(text)
  if (!found) return nothing(`${describeValue(value)} holds no percentage`)
  if (OTHER_END.test(text.slice(0, found.index) + (/^[-−]/.exec(found[0]) ?? '')))
    return nothing(`${describeValue(value)} holds two percentages`)
  const digits = (found[1] ?? found[2])!
  const start = found.index + found[0].indexOf(digits)
  const unclear = whyUnclear(text, start, start + digits.length)
  if (unclear) return nothing(unclear)
  return locale ? readLocaleNumber(digits, localeOf(locale)) : percentOf(digits)
}

/** Shares are hardly ever written with thousands, so a comma before one or two digits is decimal. */
const percentOf = (digits: string): Reading => readNumber(digits.replace(/,(\d{1,2})$/, '.$1'))
