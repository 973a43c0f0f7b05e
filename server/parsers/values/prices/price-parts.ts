import { type Currency, currencyOf } from './currencies.ts'

/** A number in a text, and the currencies beside it. */
export interface PricePart {
  start: number
  end: number
  digits: string
  /** Two digits after a sign, as in `68€50`. */
  cents: string | null
  /** The decimal mark, if `,-` or `.-` after the digits shows it. */
  mark: string | null
  isNegative: boolean
  before: CurrencySpan[]
  after: CurrencySpan[]
}

const NO_UNITS: CurrencySpan[] = []

export interface CurrencySpan {
  start: number
  end: number
  currency: Currency
}

/** Digits with their separators; `119. 95` has a space after the decimal mark. */
const NUMBER =
  /(?:\d{1,3}(?:[ ']\d{3}(?!\d))+|\d+)(?:[.,']\d+)*(?:[.,] \d{2}(?![\d%]|[.,']\d))?|(?<![\p{L}\p{N}])[.,]\d+(?:[.,]\d+)*/gu
const MAX_NUMBERS = 20

/**
 * A sign with letters (`US$`, `$U`), a sign with a slash (`S/.`), a word (`EUR`, `Fr.`), or letters with dots between them.
 */
const UNIT =
  '(?<!\\p{L})[A-Z]{1,4}\\p{Sc}S?(?!\\p{L})|\\p{Sc}(?:US?(?!\\p{L}))?|(?<!\\p{L})[BS]/\\.?|\\p{L}[\\p{L}\\p{M}\'"]*(?:\\.\\p{L}+)*\\.?'
const NEXT = new RegExp(`^[.,\\-\\u2013\\u2014]{0,3}(${UNIT})`, 'u')
const LAST = new RegExp(`(${UNIT})\\.?$`, 'u')
/** A word with such a character may contain a currency and more. */
const MORE = /[^\p{L}\p{M}]/u
/** Words right behind a currency, without a space between them: `128元起`. */
const GOES_ON = /^(?:元(?=[起整以左])|円(?=か|よ|引|以|O)|원(?=부|이))/u
/** `US $5`. */
const COUNTRY = /(?<!\p{L})(?:US|CA|AU|NZ|HK) $/u
/** What may separate a number from its currency, and what ends a word. */
const BESIDE = new Set(' \t\n\r():*')
const BREAKS = new Set(' \t\n\r()0123456789')
const WHOLE = /^([.,:])[-\u2013\u2014]{1,2}(?![\d\p{L}])/u
const MARKS = new Set('.,:')
const LETTER = /\p{L}/u
/** The maximum length of a currency with the spaces beside it. */
const REACH = 40

/** The form of most prices: a number, and at most one currency on each side. */
const PLAIN =
  /^(?:([\p{L}\p{Sc}]{1,4}) ?)?((?:\d{1,3}(?: \d{3})+|\d+)(?:[.,']\d+)*)(?: ?([\p{L}\p{Sc}]{1,8}\.?))?$/u

/** Reads a text that is only a price; null if it has to be read in parts. */
export function plainPriceOf(text: string): PricePart | null {
  const [, before, digits = '', after] = PLAIN.exec(text) ?? []
  if (digits === '') return null
  const start = text.indexOf(digits)
  const end = start + digits.length
  const units = { before: NO_UNITS, after: NO_UNITS }
  if (before !== undefined) units.before = unitsOf(before, 0)
  if (after !== undefined) units.after = unitsOf(after, text.length - after.length)
  const isRead =
    (units.before === NO_UNITS) === (before === undefined) &&
    (units.after === NO_UNITS) === (after === undefined)
  return isRead ? { start, end, digits, cents: null, mark: null, isNegative: false, ...units } : null
}

function unitsOf(text: string, start: number): CurrencySpan[] {
  const currency = currencyOf(text)
  return currency ? [{ start, end: start + text.length, currency }] : NO_UNITS
}

/** Returns the numbers of a text from left to right, each with the currencies beside it. Percentages are left out. */
export function pricePartsOf(text: string): PricePart[] {
  const parts: PricePart[] = []
  for (const { 0: digits, index } of text.matchAll(NUMBER)) {
    if (parts.length === MAX_NUMBERS) break
    if (!isPercentage(text, index, index + digits.length))
      parts.push(partAt(text, digits, index, parts.at(-1)?.end ?? 0))
  }
  for (const [index, part] of parts.entries()) readAfter(text, part, parts[index + 1]?.start ?? text.length)
  return parts.filter(part => isNumber(text, part))
}

const isPercent = (char: string | undefined) => char === '%' || char === '\u066a'
/** Words for it, of which those of some languages have further endings. */
export const PERCENT_WORDS = 'per ?cent|pct|pro[zcs]ent|pour ?cent|por ?cien?to|per ?cento|процент'
const PERCENT = new RegExp(`^ ?(?:${PERCENT_WORDS})`, 'iu')

/** `40 %`, `%40`, `40 percent`. */
function isPercentage(text: string, start: number, end: number): boolean {
  if (isPercent(text[end]) || (text[end] === ' ' && isPercent(text[end + 1]))) return true
  if (PERCENT.test(text.slice(end, end + 12))) return true
  return isPercent(text[start - 1]) && !/\d\s?.$/.test(text.slice(Math.max(0, start - 3), start))
}

function partAt(text: string, digits: string, start: number, from: number): PricePart {
  const end = start + digits.length
  const isSigned = text[start - 1] === '-'
  const before = unitsBefore(text, isSigned ? start - 1 : start, from)
  const outer = before[0]?.start ?? start
  const isNegative =
    (isSigned && before.length > 0) ||
    (text[outer - 1] === '-' && !/[\p{L}\p{N}] ?-$/u.test(text.slice(Math.max(0, outer - 3), outer)))
  return { start, end, digits, cents: null, mark: null, isNegative, before, after: NO_UNITS }
}

function readAfter(text: string, part: PricePart, to: number): void {
  const isMarked = MARKS.has(text[part.end] ?? '')
  const [mark, char = null] = (isMarked && WHOLE.exec(text.slice(part.end, to).slice(0, 4))) || []
  part.mark = char === ':' ? null : char
  part.after = unitsAfter(text, part.end + (mark?.length ?? 0), to)
}

/** Returns the one or two currencies directly before a number, as in `NZD $100`. */
function unitsBefore(text: string, start: number, from: number): CurrencySpan[] {
  const unit = unitBefore(text, start, from)
  if (!unit) return NO_UNITS
  const further = unitBefore(text, unit.start, from)
  return further ? [further, unit] : [unit]
}

function unitBefore(text: string, start: number, from: number): CurrencySpan | null {
  let end = start
  while (end > from && BESIDE.has(text[end - 1]!)) end--
  let begin = end
  while (begin > from && !BREAKS.has(text[begin - 1]!)) begin--
  if (begin === end - 1 && text[begin] === '$' && COUNTRY.test(text.slice(Math.max(0, begin - 4), begin)))
    begin -= 3
  return unitIn(text, begin, end, LAST)
}

/** Returns the one or two currencies directly after a number, as in `$ 5 CAD`. */
function unitsAfter(text: string, end: number, to: number): CurrencySpan[] {
  const unit = unitAfter(text, end, to)
  if (!unit) return NO_UNITS
  const further = unitAfter(text, unit.end, to)
  return further ? [unit, further] : [unit]
}

function unitAfter(text: string, end: number, to: number): CurrencySpan | null {
  let begin = end
  while (begin < to && BESIDE.has(text[begin]!)) begin++
  let stop = begin
  while (stop < to && !BREAKS.has(text[stop]!)) stop++
  if (stop > begin + 1 && GOES_ON.test(text.slice(begin, begin + 3))) stop = begin + 1
  return unitIn(text, begin, stop, NEXT)
}

/** Finds the currency in a run of characters. Most runs are a currency as a whole, or words. */
function unitIn(text: string, start: number, end: number, form: RegExp): CurrencySpan | null {
  if (start === end) return null
  const word = text.slice(start, Math.min(end, start + REACH))
  const whole = currencyOf(word)
  if (whole) return { start, end, currency: whole }
  const found = MORE.test(word) ? form.exec(word) : null
  const currency = found && currencyOf(found[1]!)
  const begin = start + (found?.[0].lastIndexOf(found[1]!) ?? 0) + (found?.index ?? 0)
  return currency ? { start: begin, end: begin + found[1]!.length, currency } : null
}

/** The 2 of `m2` is not a number. */
const isNumber = (text: string, { start, before, after }: PricePart) =>
  before.length > 0 || after.length > 0 || !LETTER.test(text[start - 1] ?? '')
