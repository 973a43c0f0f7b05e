import type { Json } from '../../parser-schema.ts'
import { productOf, sumOf } from '../decimals.ts'
import { describeValue, noValue, type ReadResult } from '../reading.ts'
import { whyDigitsUnclear } from '../unclear-number.ts'
import { secondsOf } from './duration-words.ts'
import { findDay } from './read-day.ts'

/** A text that as a whole looks like ISO 8601, valid or not. A part may be negative. */
const MAY_BE_ISO = /^[-+]?P(?=[-\dT])[-\dTYMWDHS.,]*$/i
const COUNT = '(\\d{1,15}(?:[.,]\\d{1,9})?)'
const ISO = new RegExp(
  `^[-+]?P(?:${COUNT}Y)?(?:${COUNT}M)?(?:${COUNT}W)?(?:${COUNT}D)?(?:T(?=\\d)(?:${COUNT}H)?(?:${COUNT}M)?(?:${COUNT}S)?)?$`,
  'i',
)
const CLOCK = /(?<![\d:])(?:(\d{1,3}):(?=[0-5]?\d:))?(\d{1,3}):([0-5]\d(?:[.,]\d{1,9})?)(?![\d:])/
/** An amount directly before it: `1 day, 2:03:04`. */
const AMOUNT_BEFORE = /(?<![\d.,])(\d{1,5})\s?(\p{L}+)[\s,]*$/u
/** Half an hour or a quarter of one, in words behind the amount: `1 heure et demie`, `2時間半`, `1 h ½`. */
const HALF_BEHIND =
  /^\s?(?:(?:and|und|et|y|e|en|og|och|i|и|с)\s(?:(?:an?|eine?|une?|una?|um|en|een)\s)?(?:half|halbe?|halv|demie?|medi[ao]|mezz[ao]|mei[ao]|quart|quarter|quarto|cuarto|kvart|viertel|половин|пол|pół)|半|반|\d\s?[/\u2044]\s?\d|[\u00bc-\u00be])/iu
/** Text after a clock time that makes it a time of day: `8:16 am`, `20:19 GMT`, `10:00-12:00`, `12:00+02:00`. */
const OF_DAY =
  /^(?:\s?(?:[AaPp]\.?\s?[Mm]|[Uu]hr|GMT|UTC|[A-Z]{1,4}[SD]T)(?![\p{L}\p{N}])|\s?[-\u2013\u2014]\s?\d{1,2}:\d\d|\[?[-+]\d\d:?\d\d)/u
const NEXT_WORD = /^\s?(\p{L}+)/u
/** A minus that is neither the hyphen of a word nor a dash after one. */
const MINUS = /(?:^|[^\p{L}\p{N}\s]\s?)[-\u2212]$/u
/** A number and the word after it, also after the preposition of Romanian: `30 de minute`. */
const AMOUNT =
  /(?<![\d.,/\u2044])(\d+(?:\.\d+|,\d{1,2})?)\s?(?:de\s(?=min|sec|or[ei]|zile))?([\p{L}\p{M}]+)(?!\p{L})\.?/gu
/** `5-10 min` is not a single duration. */
const RANGE =
  /[\d\u00bc-\u00be\u2150-\u215e]\s?(?:[-\u2013\u2014~]|\s(?:to|or|bis|oder|à|a))\s?\d+(?:[.,]\d+)?\s?\p{L}/iu
/** `1 h 30`, or `1 h 5` at the end: a number after the hours is in minutes. */
const NEXT_UNIT = /^\s?([0-5]\d|\d$)(?![\d.,:]|\s?\p{L})/u
/** The text between two parts of the same duration. */
const AND = /^[\s,.:;&+]*(?:\p{L}{1,5}\s)?$/u
/** The last two words before the first amount, of which one may be a unit without a number: `an hour and 5 min`. */
const WORDS_BEFORE = /(?:([\p{L}\p{M}]{2,})[\s,]+)?([\p{L}\p{M}]+)[\s,]*-?$/u
/** In capitals, these also stand for dimensions, millions and sizes. */
const CAPITAL = /\d\s?(?:[DMS]|M[sS]|NS)$/
/** Digits that may be the thousands of an amount: `3 600 s`. */
const THOUSANDS_BEFORE = /(?<![\p{L}\d.,:])\d{1,3}\s$/u
/** Metres, more likely than minutes: `5 m long`, `15 m\u00b2`, `15 m2`. */
const METRES = /\d\s?m$/
const OF_METRES = /^(?:[\u00b2\u00b3]|[23](?![\d:.]|\s?\p{L}))/u
const SPACED_METRES = /\d\sm$/
/** What makes a length one of several, or a part of a rate: `2\u00d745 min`, `5 min/km`, `5 ms^-1`. */
const TIMES = /\d\s?[\u00d7*]\s?$/
const PER = /^(?:\/\s?[\p{L}\d]|\s?\^|\s?[-\u207b][1\u00b9])/u
/** The same in words, if a unit of time follows: `7 days a week`. */
const PER_WORD = /^\s(?:per|an?|pro|par|por|al|na|om)\s(\p{L}+)/iu
/** Words right before a time of day. */
const AT = /(?<!\p{L})(?:at|um|alle|ore|kl\.?|klo)\s$/iu
const MAX_LENGTH = 200

/** Reads a duration in seconds: `1:02:03`, `PT1H2M`, `1 h 5 min`, `1 Std. 5 Min.`. A number is already in seconds. */
export function readDuration(value: Json, locale: string | undefined): ReadResult {
  if (typeof value === 'number') return { value }
  const text = typeof value === 'string' ? withDecimals(value.trim().slice(0, MAX_LENGTH)) : ''
  const problem = whyDigitsUnclear(text)
  if (problem) return noValue(problem)
  const reading = MAY_BE_ISO.test(text) ? fromIso(text) : (fromClock(text, locale) ?? fromWords(text, locale))
  return reading ?? noValue(`${describeValue(value)} holds no length of time`)
}

/** Halves and quarters before a unit, alone or after a whole number: `1½ hours`, `1 1/2 hours`. After `12 `, they may be the length of each. */
const QUARTERS =
  /(?<![\d.,/\u2044-]|\d\s)(?:(\d{1,3})(?=[\u00bc-\u00be])|(\d)\s)?([\u00bc-\u00be]|(?:1[/\u2044][24]|3[/\u2044]4))(?=\s?\p{L})/gu
const SHARES: Record<string, number> = {
  '¼': 0.25,
  '½': 0.5,
  '¾': 0.75,
  '1/4': 0.25,
  '1/2': 0.5,
  '3/4': 0.75,
}

const withDecimals = (text: string): string =>
  text.replace(QUARTERS, (_, whole = '', apart = '', share: string) =>
    String(Number(whole + apart) + SHARES[share.replace('\u2044', '/')]!),
  )

const lessThanNoTime = (text: string) => noValue(`${describeValue(text)} is less than zero`)
const noCertainLength = (text: string) =>
  noValue(`${describeValue(text)} has no certain length: months and years differ`)

function fromIso(text: string): ReadResult | null {
  const found = ISO.exec(text)
  if (!found) return null
  const [years, months, weeks, days, hours, minutes, seconds] = found
    .slice(1)
    .map(part => Number(part?.replace(',', '.') ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (years + months > 0) return noCertainLength(text)
  if (text.startsWith('-')) return lessThanNoTime(text)
  return { value: weeks * 604_800 + days * 86_400 + hours * 3_600 + minutes * 60 + seconds }
}

function fromClock(text: string, locale: string | undefined): ReadResult | null {
  const found = CLOCK.exec(text)
  if (!found) return null
  const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)]
  if (OF_DAY.test(after) || AT.test(before) || (/\d/.test(before) && findDay(before, locale) !== null))
    return noValue(`${describeValue(found[0])} in ${describeValue(text)} is a time of day`)
  const [, word] = NEXT_WORD.exec(after) ?? []
  if (word !== undefined && found[1] === undefined && secondsOf(word, locale) === 3_600)
    return noValue(`it is not certain whether ${describeValue(`${found[0]} ${word}`)} is a time of day`)
  if (MINUS.test(before)) return lessThanNoTime(text)
  const [, hours = '0', minutes, seconds = ''] = found
  const days = daysBefore(before, locale)
  if (days === null || (days > 0 && found[1] === undefined))
    return noValue(`it is not certain how long ${describeValue(text)} is`)
  const whole = days + Number(hours) * 3_600 + Number(minutes) * 60
  return { value: sumOf([whole, Number(seconds.replace(',', '.'))]) }
}

/** Returns the seconds of the days or weeks before a clock time: 0 if there are none, null if another unit is there. */
function daysBefore(before: string, locale: string | undefined): number | null {
  const [, count, word = ''] = AMOUNT_BEFORE.exec(before) ?? []
  const seconds = secondsOf(word, locale)
  if (seconds === undefined) return 0
  return seconds === null || seconds < 86_400 ? null : Number(count) * seconds
}

const unknownUnit = ({ text }: DurationAmount, locale: string | undefined) =>
  noValue(
    `${describeValue(text)} is not a known length of time${locale === undefined ? ': give a "locale"' : ''}`,
  )

/** A number followed by a word. */
interface DurationAmount {
  text: string
  start: number
  end: number
  count: string
  /** The seconds of its unit; null if their number varies, undefined if the word is not a unit. */
  seconds: number | null | undefined
}

function fromWords(text: string, locale: string | undefined): ReadResult | null {
  if (RANGE.test(text)) return noValue(`${describeValue(text)} holds a range, not one length of time`)
  const amounts = amountsIn(text, locale)
  const read = amounts.filter(({ seconds }) => typeof seconds === 'number')
  const [first] = read
  const unread = amounts.find((_, index) => isUnread(text, amounts, index))
  if (unread) return unread.seconds === null ? noCertainLength(unread.text) : unknownUnit(unread, locale)
  if (!first) return locale === undefined && amounts[0] ? unknownUnit(amounts[0], locale) : null
  const unclear = whyNotOne(text, read, locale)
  if (unclear) return noValue(unclear)
  if (MINUS.test(text.slice(0, first.start))) return lessThanNoTime(text)
  if (HALF_BEHIND.test(text.slice(read.at(-1)!.end)))
    return noValue(`it is not certain how long ${describeValue(text)} is`)
  return { value: sumOf(read.map(amount => lengthOf(text, amount))) }
}

/** Returns why several amounts are not a single duration, whose units go from the largest to the smallest. */
function whyNotOne(
  text: string,
  [first, ...others]: DurationAmount[],
  locale: string | undefined,
): string | null {
  const before = text.slice(0, first!.start)
  const [, ...words] = WORDS_BEFORE.exec(before) ?? []
  const isAfterUnit = words.some(word => (secondsOf(word ?? '', locale) ?? 0) > first!.seconds!)
  const mayBeMore = /^\d{3}(?!\d)/.test(first!.count) && THOUSANDS_BEFORE.test(before)
  if (isAfterUnit || mayBeMore) return `it is not certain how long ${describeValue(text)} is`
  if (TIMES.test(before) || [first!, ...others].some(({ end }) => isRate(text.slice(end), locale)))
    return `${describeValue(text)} is not one length of time`
  if (others.length === 0)
    return isOtherUnit(text, first!)
      ? `it is not certain that ${describeValue(first!.text)} is a length of time`
      : null
  let larger = first!
  for (const next of others) {
    const isNext = next.seconds! < larger.seconds! && AND.test(text.slice(larger.end, next.start))
    if (!isNext) return `${describeValue(text)} holds two lengths of time`
    larger = next
  }
  return null
}

function isRate(rest: string, locale: string | undefined): boolean {
  const [, word] = PER_WORD.exec(rest) ?? []
  return PER.test(rest) || (word !== undefined && secondsOf(word, locale) !== undefined)
}

function isOtherUnit(text: string, { text: amount, end }: DurationAmount): boolean {
  const rest = text.slice(end)
  if (CAPITAL.test(amount)) return true
  return (
    (METRES.test(amount) && OF_METRES.test(rest)) || (SPACED_METRES.test(amount) && /^\s\p{L}/u.test(rest))
  )
}

function amountsIn(text: string, locale: string | undefined): DurationAmount[] {
  return [...text.matchAll(AMOUNT)].map(({ 0: all, 1: count = '', 2: word = '', index }) => ({
    text: all.replace(/\.$/, ''),
    start: index,
    end: index + all.length,
    count,
    seconds: secondsOf(word, locale),
  }))
}

const LONE_LETTER = /(?<!\p{L})\p{L}$/u

/** Whether an amount is a part of the duration, but could not be read. */
function isUnread(text: string, amounts: DurationAmount[], index: number): boolean {
  const amount = amounts[index]!
  const [before, after] = [amounts[index - 1], amounts[index + 1]]
  if (typeof amount.seconds === 'number') return false
  const isBeforeOne = typeof after?.seconds === 'number' && AND.test(text.slice(amount.end, after.start))
  const isAfterOne = typeof before?.seconds === 'number' && AND.test(text.slice(before.end, amount.start))
  if (amount.seconds === null) return isBeforeOne || isAfterOne || amounts.length === 1
  if (isAfterOne && before!.end === amount.start) return true
  // A lone letter beside what was read abbreviates another unit: `2 ó 5 p 7 mp`.
  if ((isBeforeOne || isAfterOne) && LONE_LETTER.test(amount.text)) return true
  // `2023 Runtime 90 min` starts with an unrelated number, and `4 people` may follow a duration.
  const isAll = amount.start === 0 && amounts.at(-1)!.end === text.length
  return isBeforeOne && isAll && amount.count.length < 3
}

/** Returns the seconds of an amount, including a number without a unit directly after it. */
function lengthOf(text: string, { count, seconds, end }: DurationAmount): number {
  const [, next] = (/^\d+$/.test(count) && seconds! < 86_400 && NEXT_UNIT.exec(text.slice(end))) || []
  const extraSeconds = seconds! > 1 && next !== undefined ? (Number(next) * seconds!) / 60 : 0
  return productOf(Number(count.replace(',', '.')), seconds!) + extraSeconds
}
