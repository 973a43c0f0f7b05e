import {
  hasSmallDigit,
  isInAccounts,
  isPartOfNumber,
  mayBeNegative,
  mayHaveMinus,
} from '../parts-of-numbers.ts'
import { isRoundedAmount, ROUNDED_REACH } from '../rounded-sizes.ts'
import type { PricePart } from './price-parts.ts'

/** Letters that also round an amount if a currency precedes the number. Otherwise they are metres and litres. */
const ROUNDED_AMOUNT = /^[mb](?![\p{L}\p{N}/])|^ ?L(?![\p{L}/])/u
const HUNDREDTHS =
  /^\s?(?:¢|(?:c|p)(?![\p{L}/])|(?:ct|cts|cents?|pence|pennies|groszy|коп|копеек|копейки|копійок|øre|öre)(?!\p{L}))/iu

const HAS_CENTS = /[.,]\d\d$/
/** Behind an amount with cents, it is a credit in an account, else rather ten million: `₹2.5 CR`. */
const CRORES = /^ ?CR(?!\p{L})/u
/** Digits with which no number starts: they follow `1, ` in `1, 000`, or belong to a phone number. */
const OTHER_DIGITS = /^0\d\d/
/** Tenths of a yuan: `12元5角`, `12块5`. */
const TENTHS = /^块?\d(?:[角毛]|$)/

/** `1万2800円`: the number before it counts ten thousands. */
const GOES_ON_FROM = /\d\s?[万萬億亿만억千천百]\s?$/u

/** `k€ 10`, `TEUR 10`, `tkr 10`. */
const CODES = '(?:[kKTM](?:\\p{Sc}|EUR|CHF|GBP|USD|SEK|NOK|DKK)|[tmM]kr)'
const IN_THOUSANDS = new RegExp(`(?<!\\p{L})${CODES} ?$`, 'u')
const IN_THOUSANDS_AFTER = new RegExp(`^ ?${CODES}(?!\\p{L})`, 'u')

const textAfter = (text: string, { end }: PricePart) => text.slice(end, end + ROUNDED_REACH)

/** Whether a number is followed by cents or another hundredth. */
export const isInHundredths = (text: string, part: PricePart) => HUNDREDTHS.test(textAfter(text, part))

/** Digits after a mark with spaces, which may be cents or thousands: `$1, 000`, `€ 5 .50`. */
const APART = /^\s?[.,]\s?(?:0\d\d|\d{2,3}(?!\s?[\d.,\p{L}%]))/u

/**
 * Text that makes digits after a mark and a space a separate number: a unit, the other end of a range, or another number.
 */
const GOES_ON = /^\s?\p{L}|^\s?[-–—,]\s?\d/u

/** Whether digits after a mark and a space may be cents as well as another number: `€5, 20 ml`, `pack of 6, 12 €`. */
function isJoinUnclear(text: string, { digits, start, end, before, after: units }: PricePart): boolean {
  if (!/[.,]/.test(digits) && units.length === 0 && APART.test(text.slice(end, end + 12))) return true
  if (!/[.,] \d\d$/.test(digits)) return false
  if (units.length === 0 && GOES_ON.test(text.slice(end, end + 3))) return true
  const lead = text.slice(Math.max(0, start - 2), start)
  return digits.includes(', ') && before.length === 0 && (units.length === 0 || /\S\s?$/.test(lead))
}

/** Prices of fuel have nine tenths of a cent in small. */
const isOfFuel = (digit: string | undefined) => digit === '⁹'

/** Whether digits that look like thousands begin in a name: `PS5 499 €`. */
const isOfName = (text: string, { digits, start, before }: PricePart): boolean =>
  before.length === 0 && digits.includes(' ') && /\p{L}/u.test(text[start - 1] ?? '')

/** Whether a number is rounded to thousands or more: `5 M`, `TEUR 10`. */
export function isRounded(text: string, part: PricePart): boolean {
  const rest = textAfter(text, part)
  return (
    isRoundedAmount(rest) ||
    IN_THOUSANDS.test(text.slice(Math.max(0, part.start - 6), part.start)) ||
    IN_THOUSANDS_AFTER.test(rest) ||
    (part.before.length > 0 && ROUNDED_AMOUNT.test(rest)) ||
    (CRORES.test(rest) && !HAS_CENTS.test(part.digits))
  )
}

/** Whether a number is rounded, torn, or one of cents, so that its digits are not the amount. */
export function hasUnsureSize(text: string, part: PricePart): boolean {
  const rest = textAfter(text, part)
  const { digits, start, end } = part
  const isBare = part.before.length + part.after.length === 0
  return (
    isRounded(text, part) ||
    isPartOfNumber(text, start, end) ||
    GOES_ON_FROM.test(text.slice(Math.max(0, start - 4), start)) ||
    (hasSmallDigit(text, end) && (!HAS_CENTS.test(digits) || isOfFuel(text[end]))) ||
    isOfName(text, part) ||
    mayBeNegative(digits, rest) ||
    mayHaveMinus(text, start) ||
    isJoinUnclear(text, part) ||
    OTHER_DIGITS.test(digits) ||
    (/^[.,]/.test(digits) && text[start - 1] === '-') ||
    TENTHS.test(text.slice(part.after.at(-1)?.end ?? end)) ||
    (isBare && isInHundredths(text, part)) ||
    isInAccounts(text, digits, () => true)
  )
}
