import { describeValue, nothing, type Reading } from './reading.ts'

/** Blanks that stand between thousands: space, no-break space, thin space, narrow no-break space. */
const BLANK = '[ \\u00A0\\u2009\\u202F]'

/** A sign that is no hyphen of a word, then digits with whatever usually separates them. */
const NUMBER = new RegExp(
  `((?<![\\p{L}\\p{N}])[-\\u2212]\\p{Sc}?)?((?:\\d{1,3}(?:${BLANK}\\d{3}(?!\\d))+|\\d+)(?:[.,'\\u2019]\\d+)*|(?<![\\p{L}\\p{N}])\\.\\d+)`,
  'u',
)

/** The forms whose meaning is certain: thousands by comma or blank, then a decimal point. */
const CERTAIN = new RegExp(`^(?:\\d{1,3}(?:${BLANK}\\d{3})+|\\d{1,3}(?:,\\d{2,3})*,\\d{3}|\\d*)(?:\\.\\d+)?$`)

/**
 * The first number of a text: `,` or a blank separates thousands, `.` is the decimal point. A form that could mean
 * two numbers (`1,23`, `1.234,56`, `1'234`) is null, never a guess.
 */
export function readNumber(text: string): Reading {
  const [, sign, digits] = NUMBER.exec(text) ?? []
  if (digits === undefined) return nothing(`${describeValue(text)} holds no number`)
  if (!CERTAIN.test(digits)) return nothing(`it is not certain which number ${describeValue(digits)} is`)
  const size = Number(digits.replace(/[^\d.]/g, ''))
  return Number.isFinite(size) ? { value: sign ? 0 - size : size } : nothing('the number is too large')
}
