import { decodeHTML } from 'entities/decode'
import { oncePerKey } from '../../base/once.ts'

/**
 * Characters that a keyboard does not have: other spaces, apostrophes, minus signs and digits, invisible characters,
 * `&nbsp;`.
 */
const UNUSUAL =
  /[\u00a0\u00ad\u00b4\u061c\u066b\u066c\u1680\u2000-\u2013\u2018\u2019\u2028-\u202f\u2032\u205f\u2060\u2066-\u2069\u2212\u02b9\u02bc\u3000\ua78c\ufe63\ufeff\uff01-\uff5e\uffe0-\uffe6]|[\p{Nd}--[0-9]]|&#?\w{2,8};/v

/** A faster check first: European letters and currency signs are not among them. */
const MAY_BE_UNUSUAL = /[^\0-\x7f\u00a3\u00c0-\u024f\u0400-\u04ff\u20a0-\u20bf]|&/

/** Soft hyphens, joiners, and marks for the direction of writing. */
export const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const BLANKS = /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g
const APOSTROPHES = /[\u00b4\u02b9\u02bc\u2018\u2019\u2032\ua78c]/g
const HYPHENS = /[\u2010\u2011\u2212\ufe63]/g
/** In much of Europe a minus is printed as long as a dash or a digit, right at its number. */
const LONG_MINUS = /(?<![\p{L}\p{N}\p{Sc}])[\u2012\u2013](?=\p{Sc}?[\d.,])/gu
const FULL_WIDTH = /[\uff01-\uff5e\uffe0-\uffe6]/g
const DIGITS = /[\p{Nd}--[0-9]]/gv

/**
 * Replaces characters by those of a keyboard with the same meaning: a no-break space by a space, `\u0661` by 1. Also
 * decodes entities such as `&nbsp;`, which attributes and JSON may contain.
 */
export function plainText(text: string): string {
  if (!MAY_BE_UNUSUAL.test(text) || !UNUSUAL.test(text)) return text
  return (text.includes('&') ? decodeHTML(text) : text)
    .replace(INVISIBLE, '')
    .replace(BLANKS, ' ')
    .replace(APOSTROPHES, "'")
    .replace(HYPHENS, '-')
    .replace(LONG_MINUS, '-')
    .replace(FULL_WIDTH, char => char.normalize('NFKC'))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .replace(DIGITS, digitOf)
}

/** The digits of every script are ten consecutive characters, starting with zero. */
const digitOf = oncePerKey((char: string) => {
  const code = char.codePointAt(0)!
  let zero = code
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
})
