import { SEAM } from '../html/read-amount-text.ts'
import { hasSmallDigit, isPartOfNumber, mayBeNegative } from './parts-of-numbers.ts'
import { pricePartsOf } from './prices/price-parts.ts'
import { describeValue } from './reading.ts'
import { isRoundedNumber } from './rounded-sizes.ts'

const TORN = 'a small digit stands right at a number, and may be a footnote: leave it out by "remove"'

/** Why it is not certain which number stands from `start` to `end` of a text; null where it is. */
export function whyUnclear(text: string, start: number, end: number): string | null {
  if (text[end] === SEAM || text[start - 1] === SEAM || hasSmallDigit(text, end)) return TORN
  const rest = text.slice(end, end + 12)
  const isRounded = isRoundedNumber(rest)
  if (!isRounded && !isPartOfNumber(text, start, end) && !mayBeNegative(text.slice(start, end), rest))
    return null
  const shown = describeValue(text.slice(start, end + 12).trim())
  return isRounded
    ? `it is not certain how much ${shown} is: "type": "count" reads rounded numbers`
    : `it is not certain which number ${shown} is`
}

const THREE_DIGITS = /^[1-9]\d{0,2}\.\d{3}$/
/** No currency and its number are longer, with what stands between them. */
const REACH = 40

/** Whether digits may be thousands, and thousandths as well: `140.000`. */
export const mayBeThousands = (digits: string): boolean => THREE_DIGITS.test(digits)

/** Whether a currency stands beside the number that starts here: nobody writes thousandths of one. */
export function isMoney(text: string, start: number): boolean {
  const from = Math.max(0, start - REACH)
  const part = pricePartsOf(text.slice(from, start + REACH)).find(one => one.start === start - from)
  return part !== undefined && [...part.before, ...part.after].some(({ currency }) => !currency.isDoubtful)
}

/** Why a number of a text is not certain, wherever it stands. */
export const whyTorn = (text: string): string | null => (text.includes(SEAM) ? TORN : null)

const FIRST_NUMBER = /\d(?:[.,'’\s]?\d)*/

/** Why the first number of a text is not certain. */
export function whyFirstUnclear(text: string): string | null {
  const found = FIRST_NUMBER.exec(text)
  if (!found) return null
  const end = found.index + found[0].length
  if (text[end] === SEAM) return TORN
  return isPartOfNumber(text, found.index, end)
    ? `it is not certain which number ${describeValue(text)} is`
    : null
}
