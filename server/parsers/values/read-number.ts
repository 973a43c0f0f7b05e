import { describeValue, nothing, type Reading } from './reading.ts'
import { isMoney, mayBeThousands, whyUnclear } from './unclear-number.ts'

/** Blanks that stand between thousands: space, no-break space, thin space, narrow no-break space. */
const BLANK = '[ \\u00A0\\u2009\\u202F]'

const NO_WORD_BEFORE = '(?<![\\p{L}\\p{N}])'

/** A minus that is no hyphen of a word, perhaps with a currency sign after it. */
const SIGN = `(${NO_WORD_BEFORE}[-\\u2212](?:\\p{Sc}\\s?)?)?`

/** Digits with whatever is used to separate them somewhere. */
const DIGITS = `((?:\\d{1,3}(?:${BLANK}\\d{3}(?!\\d))+|\\d+)(?:[.,'\\u2019]\\d+)*|${NO_WORD_BEFORE}\\.\\d+)`

const NUMBER = new RegExp(SIGN + DIGITS, 'u')

/** The forms whose meaning is certain: thousands by comma or blank, then a decimal point. */
const CERTAIN = new RegExp(
  `^(?:[1-9]\\d{0,2}(?:(?:${BLANK}\\d{3})+|(?:,\\d{2,3})*,\\d{3})|\\d*)(?:\\.\\d+)?$`,
)

/**
 * The first number of a text: `,` or a blank separates thousands, `.` is the decimal point. A form that could mean
 * two numbers (`1,23`, `1.234,56`, `1'234`) is null, never a guess. So is `1.234` with a currency, or as an integer.
 */
export function readNumber(text: string, isInteger = false): Reading {
  const found = NUMBER.exec(text)
  if (!found) return nothing(`${describeValue(text)} holds no number`)
  const [all, sign = '', digits = ''] = found
  const start = found.index + sign.length
  const unclear = whyUnclear(text, start, found.index + all.length)
  if (unclear) return nothing(unclear)
  if (mayBeThousands(digits) && (isInteger || isMoney(text, start))) return nothing(whyNeedsLocale(digits))
  const size = readSize(digits)
  return sign && size.value !== null ? { value: 0 - Number(size.value) } : size
}

export const whyNeedsLocale = (digits: string): string =>
  `it is not certain which number ${describeValue(digits)} is: give a "locale"`

/** The number of digits without a sign, of which each is read as `readNumber` says. */
export function readSize(digits: string): Reading {
  if (!CERTAIN.test(digits)) return nothing(`it is not certain which number ${describeValue(digits)} is`)
  const [whole = '', fraction] = digits.replace(/[^\d.]/g, '').split('.')
  return numberOf(whole, fraction)
}

/** The number of these digits, before and after its decimal mark; null where a number would be written with other ones. */
export function numberOf(whole: string, fraction = ''): Reading {
  const size = Number(`${whole || '0'}.${fraction || '0'}`)
  if (!Number.isFinite(size)) return nothing('the number is too large')
  const isExact = size <= Number.MAX_SAFE_INTEGER || String(size) === whole.replace(/^0+/, '')
  return isExact ? { value: size } : nothing(`${whole} is too large for a number: read it as a "string"`)
}
