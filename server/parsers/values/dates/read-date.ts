import type { Json } from '../../parser-schema.ts'
import { localeOf } from '../locale.ts'
import { plainText } from '../plain-text.ts'
import { describeValue, noValue, type ReadResult } from '../reading.ts'
import { readByFormat } from './date-formats.ts'
import { type DateParts, isoOf } from './date-parts.ts'
import { findDay, whyOtherCalendar } from './read-day.ts'
import { type FoundTime, findPointTime, findTime } from './read-time.ts'
import { readRelative } from './relative-dates.ts'

export interface DateSettings {
  locale?: string | undefined
  /** Formats such as `DD.MM.YYYY HH:mm`, which are tried first. */
  formats?: string[] | undefined
  /** The time zone of times without an offset, as an IANA name. */
  timezone?: string | undefined
}

/** The format of programs, as the whole text. */
const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i
const COMPACT =
  /(?<!\d)(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})?(?:[.,]\d+)?(Z|[+-]\d{2}(?::?\d{2})?)?(?![\d\p{L}])/iu
/** The format of most pages, if the whole text is a day: `5 May 2026`, `May 5, 2026`. */
const DAY_FIRST =
  /^(?:\p{L}+, )?(\d{1,2})\.? (?:de )?(\p{L}+)\.? (?:de )?(1\d{3}|2[01]\d{2})(?: (\d{2}):(\d{2}):(\d{2}) (GMT|[+-]\d{4}))?$/u
const IN_DIGITS = /^[\d./-]+$/
const MONTH_FIRST = /^(\p{L}+)\.? (\d{1,2}),? (1\d{3}|2[01]\d{2})$/u
/** What Git and other programs print, with the offset before or after the year: `Wed Aug 05 12:00:00 2015 +0200`. */
const PRINTED =
  /^(?:\p{L}{3},? )?(\p{L}{3}) {1,2}(\d{1,2}) (\d{2}):(\d{2}):(\d{2}) (?:([+-]\d{4}) (\d{4})|(\d{4}) ([+-]\d{4}))$/u
const MAX_LENGTH = 500

/**
 * Reads a date as `2026-01-31`, or with `time` a point in time: in UTC if the offset or `timezone` is known, else in local
 * time (`2026-01-31T10:00:00`). An ambiguous date is null. `at` is when the page was fetched, for `3 hours ago`.
 */
export function readDate(
  value: Json,
  time: boolean,
  settings: DateSettings,
  at: number | undefined,
): ReadResult {
  const plain = typeof value === 'string' ? plainText(value) : value
  const parts =
    typeof plain === 'number'
      ? fromNumber(plain)
      : typeof plain === 'string'
        ? fromText(plain.trim().slice(0, MAX_LENGTH), settings, at)
        : null
  if (typeof plain === 'string' && isBeforeYearOne(plain, parts))
    return noValue(`${describeValue(plain)} is before the year 1`)
  if (typeof parts === 'string') return noValue(parts)
  if (isNoDate(parts)) return noValue(`${describeValue(plain)} is how programs write that there is no date`)
  const other = parts?.isNumeric ? whyOtherCalendar(parts.year!, settings.locale ?? scriptOf(value)) : null
  if (other) return noValue(other)
  if (!parts) return noValue(`${describeValue(plain)} holds no date`)
  return (
    isoOf(parts, time, settings.timezone) ??
    noValue(`${describeValue(plain)} ${time ? 'holds no time of day' : 'is not a day of the calendar'}`)
  )
}

/** How a year before the year 1 is marked. A later one may stand before British Columbia. */
const BEFORE_YEAR_ONE =
  /^-\d{4}-|\d\s?(?:B\.?\s?C\.?(?:\s?E\.?)?(?!\p{L})|v\.\s?(?:Chr\b|u\.)|av(?:ant)?\.?\s?J\.?-?\s?C|a\.\s?(?:de\s)?C\.|до\s?(?:н\.|нашей))/iu
const LAST_MARKED_YEAR = 1500

const isBeforeYearOne = (text: string, parts: DateParts | string | null): boolean =>
  parts !== null &&
  (typeof parts === 'string' || (parts.year !== undefined && parts.year < LAST_MARKED_YEAR)) &&
  BEFORE_YEAR_ONE.test(text)

/** Whether a day is the first one that .NET, Go and databases can write, which stands for none: `0001-01-01`. */
const isNoDate = (parts: DateParts | null): boolean =>
  parts?.year === 1 && parts.month === 1 && parts.day === 1

const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/

/** Returns a language that is written with these digits; undefined if they do not tell one. */
const scriptOf = (value: Json) => (ARABIC_DIGITS.test(String(value)) ? 'ar' : undefined)

/** The seconds or milliseconds of a moment from 2001 to 2033, as attributes hold them. */
const EPOCH = /^1\d{9}(?:\d{3})?$/

/** The least seconds that are read as a moment, in 1973: a smaller number is rather a year, or a day such as 20240105. */
const LEAST_EPOCH = 1e8

function fromNumber(number: number): DateParts | string | null {
  if (number >= LEAST_EPOCH || number <= 0) return fromEpoch(number)
  const day = findDay(String(number), undefined)
  return day ?? `it is not certain which moment ${number} is`
}

/** Seconds, or milliseconds where they are too many. */
function fromEpoch(number: number): DateParts | null {
  const moment = new Date(number > 1e11 ? number : number * 1000)
  return number > 0 && !Number.isNaN(moment.getTime()) ? { moment } : null
}

function fromText(
  text: string,
  { locale, formats, timezone }: DateSettings,
  at: number | undefined,
): DateParts | string | null {
  for (const format of formats ?? []) {
    const parts = readByFormat(text, format, locale)
    if (parts) return parts
  }
  if (EPOCH.test(text)) return fromEpoch(Number(text))
  const iso = ISO.exec(text) ?? COMPACT.exec(text)
  if (iso && !mayBeRange(iso)) return { ...numbersOf(iso[1], iso[2], iso[3], iso.slice(4)), isNumeric: true }
  const day = IN_DIGITS.test(text) ? findDay(text, locale) : plainDay(text, locale)
  return day ?? fromWords(text, { locale, timezone }, at)
}

/** `2026-01-31 10:00-12:00` has two times and no offset. */
const mayBeRange = ([all, , , , , , second, offset]: RegExpExecArray): boolean =>
  all[10] === ' ' && second === undefined && offset?.startsWith('-') === true

function plainDay(text: string, locale: string | undefined): DateParts | null {
  const { months } = localeOf(locale ?? 'en')
  const [, day, name, year, ...time] = DAY_FIRST.exec(text) ?? []
  const month = name && months.get(name.toLowerCase())
  if (month) return numbersOf(year, month, day, time)
  const [, first, second, last] = MONTH_FIRST.exec(text) ?? []
  const named = first && months.get(first.toLowerCase())
  return named ? numbersOf(last, named, second, []) : printedDay(text)
}

function printedDay(text: string): DateParts | null {
  const [, name = '', day, hour, minute, second, before, last, year = last, offset = before] =
    PRINTED.exec(text) ?? []
  const month = localeOf('en').months.get(name.toLowerCase())
  return month === undefined ? null : numbersOf(year, month, day, [hour, minute, second, offset])
}

/** Reads the day and the time of a text. The day may also be a word such as `yesterday`. */
function fromWords(
  text: string,
  { locale, timezone }: DateSettings,
  at: number | undefined,
): DateParts | string | null {
  const language = locale ?? 'en'
  const isRelative = !/\d{4}/.test(text)
  const relative = isRelative ? readRelative(text, at, { locale, timezone }) : null
  if (relative) return relative
  const time = /\d/.test(text) ? findTime(text, language) : null
  const day = findDay(time?.rest ?? text, locale)
  if (typeof day === 'string') return day
  const clock = time ?? findPointTime(text, language)
  if (day === null) {
    const relativeDate = isRelative ? null : readRelative(text, at, { locale, timezone })
    return relativeDate ?? (clock && relativeWithTime(text, clock, { locale, timezone }, at))
  }
  return { ...day, ...clock?.parts }
}

/** `yesterday at 10:15`. A point in time has no further time. */
function relativeWithTime(
  text: string,
  time: FoundTime,
  settings: DateSettings,
  at: number | undefined,
): DateParts | string | null {
  const day = readRelative(time.rest.replaceAll('|', ' '), at, settings)
  if (day === null) return `${describeValue(text)} has a time, but no day`
  return typeof day === 'string' || day.moment ? null : { ...day, ...time.parts }
}

function numbersOf(
  year: unknown,
  month: unknown,
  day: unknown,
  [hour, minute, second, offset]: (string | undefined)[],
): DateParts {
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  if (hour === undefined) return date
  return {
    ...date,
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second ?? 0),
    ...(offset && { offset }),
  }
}
