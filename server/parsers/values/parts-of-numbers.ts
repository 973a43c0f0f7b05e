const MARKS = "[.,'_\\u00b7\\u02d9]+"
const EXPONENT = '[eE][-+]?'
const SMALL = '[\\u00b2\\u00b3\\u00b9\\u2070\\u2074-\\u2079]'
/** The zeros that follow in a small price (`0.0\u2084123` is 0.0000123), the base of a number, or an index. */
const SUBSCRIPT = '[\\u2080-\\u2089]'
const FRACTION = '\\s?[-\\u2013]?\\s?[\\u00bc-\\u00be\\u2150-\\u215e]'
/** `1.6\u00d710` before an exponent, which may be in an element of its own. */
const SMALL_POWER = `10(?:\\^|\\u2063|[\\u207a\\u207b]?${SMALL})`
const POWER = `\\^\\d|\\s?[xX*\\u00b7\\u00d7\\u2022\\u2219\\u22c5]\\s?(?:${SMALL_POWER}|10\\s?-)|\\s?[\\s(]${SMALL_POWER}|\\s[eE][-+]\\d`

/** Degrees before minutes, or south or west of zero: `51°30'`, `33.9° S`. */
const COORDINATE = "\\s?\u00b0\\s?(?:\\d{1,2}(?:[.,]\\d+)?\\s?'|[SW](?![a-z]))"

const NUMBER_AFTER = new RegExp(
  `^(?:(?:${MARKS}|${EXPONENT})\\d|${FRACTION}|${SUBSCRIPT}|${POWER}|${COORDINATE})`,
)
const NUMBER_BEFORE = new RegExp(
  `\\d(?:${MARKS}|${EXPONENT}|${SUBSCRIPT}+)$|[\\u00bc-\\u00be\\u2150-\\u215e]\\s?(?:[-\\u2013\\u2014~]|to|or|bis|\u00e0|a)\\s?$`,
)
/** South or west of zero, where it stands before the degrees: `S 33.8688\u00b0`. */
const SOUTH_OR_WEST = /(?<![\p{L}\p{N}])[SW]\s?$/u
const DEGREES = /^\s?\u00b0(?!\s?[CFK])/
const SMALL_DIGIT = new RegExp(`^[\\u207a\\u207b]?${SMALL}+(?![\\d)])`)
/** No longer piece of a number is looked at. */
const REACH = 12

/**
 * Whether digits are only a part of their number, or not in its usual form: `12..50`, `1_000`, `1e5`, `10^6`, `1½`, `..5`.
 */
export function isPartOfNumber(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - REACH), start)
  const hasTwoMarks = /[.,]/.test(text[start]!) && /[.,]$/.test(before)
  const after = text.slice(end, end + REACH)
  const isNegative = SOUTH_OR_WEST.test(before) && DEGREES.test(after)
  return hasTwoMarks || isNegative || NUMBER_BEFORE.test(before) || NUMBER_AFTER.test(after)
}

/**
 * Whether a superscript digit (`5²`) follows the digits: a power or a footnote. With a bracket after it, it is certainly a
 * footnote and does not count.
 */
export const hasSmallDigit = (text: string, end: number): boolean =>
  SMALL_DIGIT.test(text.slice(end, end + REACH))

/** An amount that is all of a text and stands in brackets, with its currency inside or outside. */
const IN_BRACKETS =
  /^\s{0,4}(?:[\p{Sc}A-Z]{1,4}\s?)?\((?:[\p{Sc}\p{L}]{1,4}\s?)?\d[\d.,' ]*(?:\s?[\p{Sc}\p{L}]{1,8})?\)(?:\s?[\p{Sc}A-Z]{1,4})?\s{0,4}$/u
const HAS_BOTH_MARKS = /[., ']\d{3}[.,]\d/

/** Whether brackets stand for less than zero, as accounts have it: `(1,234.50)`, `$(50)`. A number alone may be a count, but then it is no price. */
export const isInAccounts = (text: string, digits: string, isMoney: () => boolean): boolean =>
  IN_BRACKETS.test(text) && (HAS_BOTH_MARKS.test(digits) || isMoney())

const MINUS_BEHIND = /^\s?(?:[-\u2013]\s?(?:\p{Sc}|[A-Z]{3})?|\s?(?:\p{Sc}|[A-Z]{3})[-\u2013])\s*$/u
/** An amount that was taken out of an account, in a column that has both kinds: `1,234.00 DR`, `1.234,00 S`. */
const DEBIT_BEHIND = /^\s?(?:\p{Sc}\s?|[A-Z]{3}\s)?\(?(?:D[Rr]\.?|OD|[SD]|DEBIT|[Dd]ebit|SOLL|Soll)\)?\s*$/u
/** A fall behind the number: `0.45 ▼`. A whole number may be one of a list that opens. */
const FALL_BEHIND = /^\s?(?:%|\p{Sc})?\s?[▼🔻↓⬇]\ufe0f?\s*$/u
const FALL_IN_PERCENT = /^\s?%\s?[▼🔻↓⬇]\ufe0f?\s*$/u

/** Whether what stands behind a number may make it less than zero, where nothing else follows: `12.50-`, `12.50 DR`. */
export const mayBeNegative = (digits: string, rest: string): boolean =>
  rest !== '' &&
  (FALL_IN_PERCENT.test(rest) ||
    (/[.,]\d+$/.test(digits) &&
      (MINUS_BEHIND.test(rest) || DEBIT_BEHIND.test(rest) || FALL_BEHIND.test(rest))))

/**
 * Text that may be the minus of the following number, or the bullet of a list item: `- 5`. The dash of `- $5` is one after a
 * name, since a minus stands right before the sign.
 */
const APART = /(?:^|[:(])\s{0,4}[-\u2013]\s{1,4}$/
const IN_WORDS =
  /(?:(?<!\p{L})(?:minus|negative|минус)|^\s*(?:down|fell|dropped|lost)(?: by)?) (?:\p{Sc}\s?)?$/iu
/** What marks a fall: `▼ 3.2 %`. In Japanese, `△` and `▲` are the minus of accounts. */
const FALL = /[▼▾🔻↓⬇△]\ufe0f?\s?$/u
/** The same word before the amount: `DR 1,234.00`. */
const DEBIT_BEFORE = /(?<![\p{L}\p{N}])D[Rr]\s?(?:\p{Sc}\s?)?$/u
const JAPANESE_MINUS = /▲\s?[¥￥]?$/u
const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Whether the text before a number may make it less than zero. */
export function mayHaveMinus(text: string, start: number): boolean {
  if (start === 0) return false
  const before = text.slice(Math.max(0, start - 12), start)
  if (DEBIT_BEFORE.test(before) && /^\d[\d.,]*[.,]\d\d(?!\d)/.test(text.slice(start, start + 20))) return true
  if (FALL.test(before) && text[start] !== '-') return true
  if (JAPANESE_MINUS.test(before) && JAPANESE.test(text)) return true
  const isApart = before.endsWith(' ')
  return (isApart && APART.test(before)) || ((isApart || before.at(-2) === ' ') && IN_WORDS.test(before))
}
