import type { Json } from '../../parser-schema.ts'
import { likeness } from '../page/nearest-text.ts'

/** The minimum share of a list's items that must be the same, so that others may differ a little. */
const SAME_ITEMS = 0.6
/** The minimum similarity of the other items, and of single texts. */
const ALIKE = 0.6
const ALIKE_TEXT = 0.9
/** In an address, every letter matters. */
const ADDRESS = /^\S*\/\S*$/
/** A shorter text means something else if a letter differs. */
const MIN_LENGTH = 20

/**
 * Whether a found value is the wanted one except for capitals, signs or the place where a list is cut: `1/2 cup (cold)` and
 * `½ Cup cold`. People type values, or copy them from somewhere other than the page.
 */
export function isNearly(wanted: Json, found: Json): boolean {
  if (Array.isArray(wanted) && Array.isArray(found)) return areNearly(wanted, found)
  if (typeof wanted !== 'string' || typeof found !== 'string') return false
  if (ADDRESS.test(wanted)) return false
  const [a, b] = [lettersOf(wanted), lettersOf(found)]
  return a !== '' && (a === b || (a.length >= MIN_LENGTH && likeness(a, b) >= ALIKE_TEXT))
}

function areNearly(wanted: Json[], found: Json[]): boolean {
  const [a, b] = [wanted.map(textOf), found.map(textOf)]
  const [inA, inB] = [new Set(a), new Set(b)]
  const same = a.filter(text => inB.has(text)).length
  if (same < SAME_ITEMS * Math.max(a.length, b.length)) return false
  const restOf = (texts: string[], others: Set<string>) => texts.filter(text => !others.has(text)).join('')
  const [left, more] = [restOf(a, inB), restOf(b, inA)]
  return left === more || likeness(left, more) >= ALIKE
}

/** Whether two texts differ only in capitals and signs. */
export const haveSameLetters = (a: Json, b: Json): boolean => textOf(a) === textOf(b)

const textOf = (value: Json) => lettersOf(String(value))

/** Returns the letters and digits of a text in one form: `½` and `1/2` are equal. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
