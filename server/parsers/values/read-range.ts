import type { Json } from '../parser-schema.ts'
import { localeOf } from './locale.ts'
import { PERCENT_WORDS } from './prices/price-parts.ts'
import { MAXIMUM_BEFORE, MINIMUM_BEFORE, NO_MAXIMUM, NO_MINIMUM } from './range-words.ts'
import { readDigits, readLocaleNumber } from './read-locale-number.ts'
import { readNumber, readSize, whyNeedsLocale } from './read-number.ts'
import { describeValue, noValue, type ReadResult } from './reading.ts'
import { isMoney, mayBeThousands, whyDigitsUnclear, whyUnclear } from './unclear-number.ts'

const DIGITS =
  "(?:(?:\\d{1,3}(?:[ \\u00a0\\u2009\\u202f]\\d{3}(?!\\d))+|\\d+)(?:[.,'’]\\d+)*|(?<![\\p{L}\\p{N}])\\.\\d+)"
const NUMBER = new RegExp(`((?<![\\p{L}\\p{N}])[-−](?:\\p{Sc}\\s?)?)?(${DIGITS})`, 'gu')
/** The text between the bounds of a range: a unit or a sign, a dash or a word, and a sign. */
const TO =
  /^[^\d–—-]{0,12}?(?:\s?[‒–—~〜]\s?|\s?-\s?|\s(?:to|bis|à|a|al|hasta|até|tot|do|до|til|till)\s|\s?(?:から|到|至|부터)\s?)[^\d–—-]{0,12}$/iu
const AND = /^[^\d–—-]{0,12}?\s(?:and|und|et|y|e|en|och|og|i|и|і|til|till)\s[^\d–—-]{0,12}$/iu
const BETWEEN =
  /(?<!\p{L})(?:between|zwischen|entre|tra|fra|tussen|mellan|mellem|mellom|między|между|між)\s[^\d]{0,12}$/iu
/** What says that the number after it counts as much as the first one, but not how: `5 x 7`, `5 or 7`, `5 ft 10`. */
const BESIDE =
  /^(?:\s?(?:[&×x±]|\.{2,3}|…)\s?|\/|\s(?:or|oder|ou|o|eller|lub|или|або|and|und|et|y|e|en|och|og|i|и|і|ile)\s|\s?(?:ft|feet|lbs?|st|kg|km|m|h|hrs?|hours?|std)\.?\s)[-−+]?\p{Sc}?$/iu

/** Dots or a slash before a minus, which is then no dash: `-5…-2`, `-3/-1`. */
const DOTS = /(?:\.\.|…|\/)\s?[-−]/
/** A tolerance, not a bound: `± 5`. */
const TOLERANCE = /±\s?$/
/** A plus before a number is its sign. */
const LEAST_BEHIND =
  /[+](?!\s?\p{Sc}?\d)|(?<!\p{L})and (?:up|older|over|above|more)|(?<!\p{L})und (?:älter|mehr)|et plus(?!\p{L})|minimum(?!\p{L})|から|以上|부터|이상|起(?!\p{Script=Han})/iu
const MOST_BEHIND = /(?<!\p{L})max(?:\.|imum|(?!\p{L}))|まで|以下|以内|未[満满]|까지|이하|미만/iu
const NOT = 'no|not|nicht|pas|non|não|niet|ikke|inte|nie|не'
const OR = 'or|and|oder|und|ou|et|o|y|e|of|en|eller|og|och|lub|i|или|и'
const MORE = 'more|over|above|up|higher|mehr|über|plus|más|più|mais|meer|mer|mere|więcej|более|больше'
const LESS =
  'less|fewer|under|below|lower|weniger|unter|moins|menos|meno|minder|mindre|färre|færre|mniej|менее|меньше'
const phrase = (first: string, second: string) => `(?<!\\p{L})(?:${first})\\s(?:${second})(?!\\p{L})`
/** These contain words for the other bound, so they are tested first. */
const LEAST_FIRST = new RegExp(`${phrase(NOT, LESS)}|${phrase(OR, MORE)}`, 'iu')
const MOST_FIRST = new RegExp(`${phrase(NOT, MORE)}|${phrase(OR, LESS)}`, 'iu')
/** Text before the denominator of a fraction: `1/2 %`. */
const FRACTION_BEFORE = /\d\s?[/\u2044]\s?$/
const MAX_LENGTH = 500

interface RangeNumber {
  start: number
  end: number
  digits: string
  isNegative: boolean
}

/**
 * Reads two bounds as `{min, max}`: `10–20 kg`, `from $349` (no max), `up to 5` (no min). A single number is both. Null if
 * a bound is ambiguous, or if a second number is not a part of the range.
 */
export function readRange(value: Json, locale: string | undefined): ReadResult {
  if (typeof value === 'number') return { value: { min: value, max: value } }
  const text = typeof value === 'string' ? value.slice(0, MAX_LENGTH) : ''
  const problem = whyDigitsUnclear(text)
  if (problem) return noValue(problem)
  const numbers = numbersIn(text)
  const bounds = boundsOf(text, numbers)
  if (bounds.length === 0) return noValue(`${describeValue(value)} holds no number`)
  const read = bounds.map(bound => readBound(text, bound, bounds, locale))
  const unclear = read.find(number => number.value === null)
  if (unclear) return unclear
  const [first, second] = read.map(number => number.value as number)
  if (second === undefined && isBeside(text, numbers))
    return noValue(`${describeValue(value)} holds two numbers, and it is not certain that they are a range`)
  if (second === undefined) return { value: openRange(clauseOf(text, numbers), bounds[0]!.start, first!) }
  return first! <= second
    ? { value: { min: first!, max: second } }
    : noValue(`${describeValue(value)} is not a range: its first number is the larger one`)
}

function numbersIn(text: string): RangeNumber[] {
  return [...text.matchAll(NUMBER)].map(({ 0: all, 1: sign = '', 2: digits = '', index }) => ({
    start: index + sign.length,
    end: index + all.length,
    digits,
    isNegative: sign !== '',
  }))
}

/** Returns the first two numbers that form a range, or the first number alone. */
function boundsOf(text: string, numbers: RangeNumber[]): RangeNumber[] {
  for (const [index, right] of numbers.entries()) {
    const left = numbers[index - 1]
    const link = left && linkOf(text, left, right)
    if (link) return [left, link === 'signed' ? right : { ...right, isNegative: false }]
  }
  return numbers.slice(0, 1)
}

/** Returns how two numbers form a range; null if they do not. A minus before the second may be the dash between them. */
function linkOf(text: string, left: RangeNumber, right: RangeNumber): 'signed' | 'dashed' | null {
  const between = text.slice(left.end, right.start)
  const signless = right.isNegative ? between.replace(/[-−](?:\p{Sc}\s?)?$/u, '') : between
  const areBetween = AND.test(signless) && BETWEEN.test(text.slice(0, left.start))
  const areNamed = MAXIMUM_BEFORE.test(signless) && MINIMUM_BEFORE.test(text.slice(0, left.start))
  if (TO.test(signless) || areBetween || areNamed) return 'signed'
  return right.isNegative && TO.test(between) && !DOTS.test(between) ? 'dashed' : null
}

function isBeside(text: string, [first, second]: RangeNumber[]): boolean {
  return second !== undefined && BESIDE.test(text.slice(first!.end, second.start))
}

function readBound(
  text: string,
  { start, end, digits, isNegative }: RangeNumber,
  bounds: RangeNumber[],
  locale: string | undefined,
): ReadResult {
  const unclear = whyUnclear(text, start, end)
  if (unclear) return noValue(unclear)
  if (FRACTION_BEFORE.test(text.slice(0, start)))
    return noValue(`it is not certain which number ${describeValue(text)} is`)
  if (TOLERANCE.test(text.slice(0, start)))
    return noValue(`${describeValue(text.slice(0, end))} is a tolerance, not a bound`)
  if (!locale && mayBeThousands(digits) && bounds.some(bound => isMoney(text, bound.start)))
    return noValue(whyNeedsLocale(digits))
  const size = locale ? readDigits(digits, localeOf(locale)) : readSize(digits)
  return isNegative && size.value !== null ? { value: 0 - Number(size.value) } : size
}

/** Returns a text without a later clause that has a number of its own: `5 stars, no more than 3 a day`. */
function clauseOf(text: string, [first, second]: RangeNumber[]): string {
  if (second === undefined) return text
  const between = text.slice(first!.end, second.start)
  return text.slice(0, first!.end) + between.replace(/[,;(][^,;(]*$/, '')
}

/** The text before a number tells more about it than the text after it, as in `5 from 14 votes`. */
function openRange(text: string, start: number, bound: number): { min: number | null; max: number | null } {
  const before = text.slice(0, start)
  if (MOST_FIRST.test(text)) return { min: null, max: bound }
  if (LEAST_FIRST.test(text)) return { min: bound, max: null }
  if (NO_MINIMUM.test(before) || MOST_BEHIND.test(text)) return { min: null, max: bound }
  const isLeast = NO_MAXIMUM.test(before) || LEAST_BEHIND.test(text)
  return { min: bound, max: isLeast ? null : bound }
}

/** The first number of a range and its dash, before the second one. */
const OTHER_END = /\d\s?[-−–—~]\s?$/u
const PERCENT = `\\s?(?:[%٪]|(?:${PERCENT_WORDS})(?!age|ile)\\p{L}{0,3}(?!\\p{L}))`
const PERCENTAGE = new RegExp(`([-−]?${DIGITS})${PERCENT}|[%٪]\\s?([-−]?${DIGITS})`, 'iu')
/** The same from the first end on: `20% to 30%`. */
const OTHER_END_BEHIND = new RegExp(
  `^\\s?(?:[-−–—~]|(?<=\\s)(?:to|bis|à|a|al|hasta|até|tot|do|до|til|till)\\s)\\s?\\d+(?:[.,]\\d+)?${PERCENT}`,
  'iu',
)

/** The first number of two, before the second one: `between 5 and 10 %`. */
const FIRST_OF_TWO = /\d+(?:[.,]\d+)?\s(?:and|und|et|y|e|en|och|og|i|и|і)\s$/iu

/** The number at a percent sign, or at a word for it, as it is written: 25 for `25 %`. */
export function readPercent(value: Json, locale: string | undefined): ReadResult {
  if (typeof value === 'number') return { value }
  const text = typeof value === 'string' ? value.slice(0, MAX_LENGTH) : ''
  const found = PERCENTAGE.exec(text)
  if (!found) return noValue(`${describeValue(value)} holds no percentage`)
  const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)]
  const isRange =
    OTHER_END.test(before + (/^[-−]/.exec(found[0]) ?? '')) ||
    OTHER_END_BEHIND.test(after) ||
    BETWEEN.test(before.replace(FIRST_OF_TWO, ''))
  if (isRange) return noValue(`${describeValue(value)} holds two percentages`)
  const digits = (found[1] ?? found[2])!
  const start = found.index + found[0].indexOf(digits)
  if (FRACTION_BEFORE.test(text.slice(0, start)))
    return noValue(`it is not certain which number ${describeValue(text)} is`)
  const unclear = whyUnclear(text, start, start + digits.length)
  if (unclear) return noValue(unclear)
  return locale ? readLocaleNumber(digits, localeOf(locale)) : percentOf(digits)
}

/** Percentages rarely have thousands, so a comma before one or two digits is a decimal comma. */
const percentOf = (digits: string): ReadResult => readNumber(digits.replace(/,(\d{1,2})$/, '.$1'))
