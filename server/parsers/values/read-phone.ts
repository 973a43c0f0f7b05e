import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Json } from '../parser-schema.ts'
import { describeValue, noValue, type ReadResult } from './reading.ts'

const PHONE = /(?:\+ ?)?\(?\d[\d\s()./-]{3,30}\d/
/** A prefix in brackets, such as a zero, that is dialled only inside the country. */
const TRUNK_PREFIX = /\(\d{1,2}\)/
const MAY_HAVE_PREFIX = /\(\d{1,2}\)|\+\d{1,3}[\s(./-]+0/
/** Letters of the keypad after the digits of a number: `1-800-FLOWERS`, but not `-Fax`. */
const LETTERS = /^(?:[-.][A-Z]{2,}|[-.][a-z]{2,}|\s[A-Z]{3,})/
/** The minimum number of digits, without prefixes. */
const MIN_DIGITS = 7
/** The maximum number of digits, including prefixes (E.164). */
const MAX_DIGITS = 17
/** The same for a number without a prefix. A card has 16. */
const MAX_PLAIN_DIGITS = 15
/** A decimal, thousands, years, a day, and an address of the Internet. */
const NO_PHONE =
  /^(?:(?:0|[1-9]\d{0,2})\.\d{4,}|[1-9]\d?(?:\.\d{3}){2,}|(?:19|20)\d\d\s?-\s?(?:19|20)\d\d|[0-3]?\d([./-])[0-3]?\d\1(?:19|20)\d\d|(?:19|20)\d\d([./-])[01]?\d\2[0-3]?\d|\d{1,3}(?:\.\d{1,3}){3})(?!\S)/
/** What names the number of a book or an article. */
const CODE_BEFORE = /(?<!\p{L})(?:ISBN|ISSN|ISMN|EAN|GTIN|UPC)(?:-?1[0-4])?[\s:.#]{0,3}$/iu
const BOOK = /^97[89]/
const BOOK_DIGITS = 13
const CURRENCY_BEFORE = /\p{Sc}\s?$/u
const CURRENCY_BEHIND = /^\s?\p{Sc}/u
/** Numbers of few digits have no other marks between them: `116 117`, never `8/2/24`, `0.001` or `10-12`. */
const SHORT = /^\+?\d+(?: \d+)*$|^\d{3}-\d{3}$/
/** The separator of two numbers, which `030 / 123456` also has. */
const SLASH = /\s\/\s/
/** What leads to another number: `+49 30 1 / +49 30 2`. */
const OTHER = new RegExp(`^\\s?(?:\\/|\\s(?:or|oder|ou|o)\\s)\\s?(${PHONE.source})`, 'i')
/** A dash between two digits of a number. */
const DASH = /(?<=\d)[\u2013\u2014](?=\d)/g
const MAX_LENGTH = 10_000

/**
 * Reads a phone number as its digits, with a leading plus if it has one. A prefix that is dialled only inside the country
 * is left out: `+49 (0)30 1`.
 */
export function readPhone(value: Json): ReadResult {
  const text = typeof value === 'number' ? String(value) : value
  const match = typeof text === 'string' ? PHONE.exec(text.slice(0, MAX_LENGTH).replace(DASH, '-')) : null
  if (!match) return noValue(`${describeValue(text)} holds no phone number`)
  const found = match[0].replace('+ ', '+')
  const rest = match.input.slice(match.index + match[0].length)
  if (NO_PHONE.test(found) || isOtherNumber(found, match.input.slice(0, match.index), rest))
    return noValue(`${describeValue(found)} is not a phone number`)
  if (areSeveralNumbers(found, rest)) return noValue(`${describeValue(found)} may be several numbers`)
  if (isSpelt(found, rest)) return noValue(`${describeValue(text)} has letters in place of digits`)
  if ((digitsIn(found) < MIN_DIGITS && !SHORT.test(found)) || /^:\d/.test(rest))
    return noValue(`${describeValue(found)} is not a phone number`)
  if (!found.startsWith('+') || !MAY_HAVE_PREFIX.test(found)) return { value: found.replace(/[^\d+]/g, '') }
  const number = parsePhoneNumberFromString(found)
  if (number?.isPossible()) return { value: number.number }
  return TRUNK_PREFIX.test(found)
    ? noValue(`it is not certain how ${describeValue(found)} is dialled`)
    : { value: found.replace(/[^\d+]/g, '') }
}

/** Whether digits are the number of a book, an article or a card, or an amount. */
function isOtherNumber(found: string, before: string, rest: string): boolean {
  const count = digitsIn(found)
  const isPlain = !/^[+(]?[+0]/.test(found)
  const isLong = isPlain && count > MAX_PLAIN_DIGITS && count <= MAX_DIGITS
  const isBook = count === BOOK_DIGITS && BOOK.test(found)
  const isAmount = CURRENCY_BEFORE.test(before) || CURRENCY_BEHIND.test(rest)
  return isLong || isBook || isAmount || CODE_BEFORE.test(before)
}

function areSeveralNumbers(found: string, rest: string): boolean {
  const [, other] = OTHER.exec(rest) ?? []
  // A few digits before a number may be a postal code.
  const isCode = digitsIn(found) < MIN_DIGITS && SHORT.test(found) && PHONE.test(rest)
  return isCode || digitsIn(found) > MAX_DIGITS || areSeveral(other ? [found, other] : found.split(SLASH))
}

const isSpelt = (found: string, rest: string) => digitsIn(found) < MIN_DIGITS && LETTERS.test(rest)

const areSeveral = (parts: string[]) => parts.length > 1 && parts.every(part => digitsIn(part) >= MIN_DIGITS)

const digitsIn = (text: string) => text.replace(/\D/g, '').length
