import { DIGIT_BREAK } from '../html/read-amount-text.ts'
import {
  hasSmallDigit,
  isInAccounts,
  isPartOfNumber,
  mayBeNegative,
  mayHaveMinus,
} from './parts-of-numbers.ts'
import { pricePartsOf } from './prices/price-parts.ts'
import { describeValue } from './reading.ts'
import { isRoundedNumber, ROUNDED_REACH } from './rounded-sizes.ts'

const SMALL_DIGIT_REASON =
  'a small digit stands right at a number, and may be a footnote: leave it out by "remove"'

/** A time of day or a duration, of which the digits are a part: `12:30`. */
const CLOCK_BEFORE = /\d:$/
const CLOCK_AFTER = /^:\d\d(?!\d)/

const isPartOfClock = (text: string, start: number, end: number): boolean =>
  CLOCK_AFTER.test(text.slice(end, end + 4)) ||
  (CLOCK_BEFORE.test(text.slice(Math.max(0, start - 2), start)) && end - start === 2)

/** Digits that are a part of a date, a phone number or a code: `2024-05-01`, `555-123-4567`, `0x1F`. */
const MORE_PARTS = /^\d+(?:([-/])\d{1,5}\1\d|(?<=^0)[xX][\da-fA-F])/
/**
 * Halves, quarters and similar fractions, or any fraction after a whole number (`5 1/16`, `1-1/2`, `1 and a half`). In others,
 * such as `4/5`, the first number is a score.
 */
const FRACTION =
  /^(?:(?:1 ?[/\u2044] ?[2348]|[23] ?[/\u2044] ?[348]|[5-7] ?[/\u2044] ?8)(?![\d/]|[.,]\d)|\d{1,3}(?: |-| ?& ?| and )\d{1,2} ?[/\u2044] ?\d{1,2}(?![\d/]|[.,]\d)|\d{1,3} and a (?:half|quarter)(?!\p{L}))/u
/** Groups of digits that are not thousands, as in a phone number: `1 555 123 4567`, `123 45 67`. */
const OTHER_GROUPS = /^\d{1,3}(?: \d{3}(?!\d))+ (?!\d{3}(?!\d))\d|^\d{2,4} \d\d \d\d(?!\d)/
/** Those of a card or of a phone number with a zero or an area in brackets: `1234 5678`, `0800 123 456`, `(555) 123-4567`. */
const LONG_GROUPS =
  /^(?:0(?=(?:[ /-]{0,3}\d){6})\d{1,4} ?[ /-] ?\d\d|\d{3}\) ?\d{3}-\d{4}|(?!(?:19|20)\d\d (?:19|20)\d\d(?!\d))\d{4,} \d{4,})/
/** Those of a phone number after the plus and the code of its country: `+49 30 123456`. */
const COUNTRY_GROUPS = /^\d{1,3}[ .(-]{1,2}(?:\d{1,2}|\d{4,})(?![\d,]|\.\d{1,2}\D)[ .)-]{1,2}\d\d/
const MAX_LENGTH = 40

const isOneOfSeveral = (text: string, start: number): boolean => {
  const rest = text.slice(start, start + MAX_LENGTH)
  return (
    MORE_PARTS.test(rest) ||
    FRACTION.test(rest) ||
    OTHER_GROUPS.test(rest) ||
    LONG_GROUPS.test(rest) ||
    (text[start - 1] === '+' && COUNTRY_GROUPS.test(rest)) ||
    isOfWord(text, start)
  )
}

/** Whether digits directly follow a letter, and a further number follows: `CO2 12 g/km`. */
const isOfWord = (text: string, start: number): boolean =>
  /\p{Script=Latin}/u.test(text[start - 1] ?? '') &&
  /^[\d.,]+\P{Nd}+\d/u.test(text.slice(start, start + MAX_LENGTH)) &&
  !isMoney(text, start)

const isUnclear = (text: string, start: number, end: number): boolean =>
  isPartOfNumber(text, start, end) ||
  isPartOfClock(text, start, end) ||
  mayHaveMinus(text, start) ||
  isOneOfSeveral(text, start) ||
  isInAccounts(text, text.slice(start, end), () => isMoney(text, start))

/** The second number of a range, whose unit is also that of the first: `1.2–1.5M`, `200 to 300 million`. */
const RANGE_END =
  /^\s?(?:[-\u2013\u2014~\u301c]|(?<=\s)(?:to|bis|à|a|al|hasta|até|tot|do|до|til|till)\s)\s?\p{Sc}?\d[\d.,]{0,12}/iu

function isRoundedHere(text: string, start: number, end: number): boolean {
  if (end === text.length) return false
  const before = text.slice(Math.max(0, start - 4), start)
  const [last] = RANGE_END.exec(text.slice(end, end + MAX_LENGTH)) ?? []
  return (
    isRoundedNumber(before, restAt(text, end)) ||
    (last !== undefined && isRoundedNumber(before, restAt(text, end + last.length)))
  )
}

const restAt = (text: string, at: number) => text.slice(at, at + ROUNDED_REACH)

/** Returns why the number from `start` to `end` of a text is ambiguous; null if it is not. */
export function whyUnclear(text: string, start: number, end: number): string | null {
  if (text[end] === DIGIT_BREAK || text[start - 1] === DIGIT_BREAK || hasSmallDigit(text, end))
    return SMALL_DIGIT_REASON
  const isRounded = isRoundedHere(text, start, end)
  const isNegative = mayBeNegative(text.slice(start, end), restAt(text, end))
  if (!isRounded && !isUnclear(text, start, end) && !isNegative) return null
  const shown = describeValue(text.slice(start, end + 12).trim())
  return isRounded
    ? `it is not certain how much ${shown} is: "type": "count" reads rounded numbers`
    : `it is not certain which number ${shown} is`
}

const THREE_DIGITS = /^[1-9]\d{0,2}\.\d{3}$/
/** The maximum length of a number with its currency, including what is between them. */
const REACH = 40

/** Whether digits may be thousands as well as thousandths: `140.000`. */
export const mayBeThousands = (digits: string): boolean => THREE_DIGITS.test(digits)

/** Whether a currency is beside the number that starts here. Nobody writes thousandths of a currency. */
export function isMoney(text: string, start: number): boolean {
  const from = Math.max(0, start - REACH)
  const part = pricePartsOf(text.slice(from, start + REACH)).find(one => one.start === start - from)
  return part !== undefined && [...part.before, ...part.after].some(({ currency }) => !currency.isDoubtful)
}

/** Returns why the numbers of a text are ambiguous, wherever they are; null if they are not. */
export const whyDigitsUnclear = (text: string): string | null =>
  text.includes(DIGIT_BREAK) ? SMALL_DIGIT_REASON : null

const FIRST_NUMBER = /\d(?:[.,'’\s]?\d)*/
/** Text that makes the following digits a fraction, or negative: `.5`, `-12`. */
const FRACTION_OR_MINUS = /(?<![\p{L}\d])[.,]$|(?<![\p{L}\d][-\u2212]?)[-\u2212]\p{Sc}?$/u

/** The second number of a range: `10-20`, `1K – 2K`. */
const RANGE_AFTER = /^\s?\p{L}{0,4}\.?\s?[-\u2013\u2014~]\s?\d/u

/** Returns why the first number of a text is ambiguous as a count; null if it is not. */
export function whyFirstUnclear(text: string): string | null {
  const found = FIRST_NUMBER.exec(text)
  if (!found) return null
  const [start, end] = [found.index, found.index + found[0].length]
  if (text[end] === DIGIT_BREAK || hasSmallDigit(text, end)) return SMALL_DIGIT_REASON
  const isLess = FRACTION_OR_MINUS.test(text.slice(Math.max(0, start - 3), start))
  const isRange = RANGE_AFTER.test(text.slice(end, end + MAX_LENGTH))
  const isFraction = FRACTION.test(text.slice(start, start + MAX_LENGTH))
  return isLess ||
    isFraction ||
    isRange ||
    isPartOfNumber(text, start, end) ||
    isPartOfClock(text, start, end)
    ? `it is not certain which number ${describeValue(text)} is`
    : null
}
