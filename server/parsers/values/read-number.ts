import { describeValue, noValue, type ReadResult } from './reading.ts'
import { isMoney, mayBeThousands, whyUnclear } from './unclear-number.ts'

/** Spaces that separate thousands: space, no-break space, thin space, narrow no-break space. */
const BLANK = '[ \\u00A0\\u2009\\u202F]'

const NO_WORD_BEFORE = '(?<![\\p{L}\\p{N}])'

/** A minus that is not the hyphen of a word, optionally followed by a currency sign. */
const SIGN = `(${NO_WORD_BEFORE}[-\\u2212](?:\\p{Sc}\\s?)?)?`

/** Digits with any separators that are used anywhere. */
const DIGITS = `((?:\\d{1,3}(?:${BLANK}\\d{3}(?!\\d))+|\\d+)(?:[.,'\\u2019]\\d+)*|${NO_WORD_BEFORE}\\.\\d+)`

const NUMBER = new RegExp(SIGN + DIGITS, 'u')

/** The forms whose meaning is certain: thousands by comma or blank, then a decimal point. */
const CERTAIN = new RegExp(
  `^(?:[1-9]\\d{0,2}(?:(?:${BLANK}\\d{3})+|(?:,\\d{2,3})*,\\d{3})|\\d*)(?:\\.\\d+)?$`,
)

/**
 * Reads the first number of a text: `,` or a space separates thousands, `.` is the decimal point. An ambiguous form
 * (`1,23`, `1.234,56`, `1'234`) is null, never a guess. So is `1.234` with a currency, or as an integer.
 */
export function readNumber(text: string, isInteger = false): ReadResult {
  const found = NUMBER.exec(text)
  if (!found) return noValue(`${describeValue(text)} holds no number`)
  const [all, sign = '', digits = ''] = found
  const start = found.index + sign.length
  const unclear = whyUnclear(text, start, found.index + all.length)
  if (unclear) return noValue(unclear)
  if (mayBeThousands(digits) && (isInteger || isMoney(text, start))) return noValue(whyNeedsLocale(digits))
  const size = readSize(digits)
  return sign && size.value !== null ? { value: 0 - Number(size.value) } : size
}

export const whyNeedsLocale = (digits: string): string =>
  `it is not certain which number ${describeValue(digits)} is: give a "locale"`

/** Reads digits without a sign, in the forms of `readNumber`. */
export function readSize(digits: string): ReadResult {
  if (!CERTAIN.test(digits)) return noValue(`it is not certain which number ${describeValue(digits)} is`)
  const [whole = '', fraction] = digits.replace(/[^\d.]/g, '').split('.')
  return numberOf(whole, fraction)
}

/** Returns the number with these digits before and after the decimal mark; null if a number cannot hold them exactly. */
export function numberOf(whole: string, fraction = ''): ReadResult {
  const size = Number(`${whole || '0'}.${fraction || '0'}`)
  if (!Number.isFinite(size)) return noValue('the number is too large')
  const isExact = size <= Number.MAX_SAFE_INTEGER || String(size) === whole.replace(/^0+/, '')
  return isExact ? { value: size } : noValue(`${whole} is too large for a number: read it as a "string"`)
}
