import { SEAM } from '../html/read-amount-text.ts'
import { describeValue } from './reading.ts'

/** What makes the digits before it a part of a number: `1½`, `5e3`. */
const GOES_ON = /^(?:\s?[\u00bc-\u00be\u2150-\u215e]|[eE][-+]?\d)/

const TORN = 'a small digit stands right at a number, and may be a footnote: leave it out by "remove"'

/** Why it is not certain which number stands from `start` to `end` of a text; null where it is. */
export function whyUnclear(text: string, start: number, end: number): string | null {
  if (text[end] === SEAM || text[start - 1] === SEAM) return TORN
  return GOES_ON.test(text.slice(end, end + 4))
    ? `it is not certain which number ${describeValue(text.slice(start, end + 8).trim())} is`
    : null
}

/** Why a number of a text is not certain, wherever it stands. */
export const whyTorn = (text: string): string | null => (text.includes(SEAM) ? TORN : null)

const FIRST_NUMBER = /\d(?:[.,'’\s]?\d)*/

/** Why the first number of a text is not certain. */
export function whyFirstUnclear(text: string): string | null {
  const found = FIRST_NUMBER.exec(text)
  return found && text[found.index + found[0].length] === SEAM ? TORN : null
}
