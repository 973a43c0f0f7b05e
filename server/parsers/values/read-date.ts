import type { Json } from '../parser-schema.ts'
import { readByFormat } from './date-formats.ts'
import { type DateParts, isoOf } from './date-parts.ts'
import { localeOf } from './locale.ts'
import { describeValue, nothing, type Reading } from './reading.ts'
import { readRelative } from './relative-dates.ts'

export interface DateSettings {
  locale?: string | undefined
  /** Patterns such as `DD.MM.YYYY HH:mm`, tried first. */
  formats?: string[] | undefined
  /** Where a time without an offset is meant, as an IANA name. */
  timezone?: string | undefined
}

const ISO =
  /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})?)?(?!\d)/i
const COMPACT = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?!\d)/
const DIGITS = /(?<!\d)(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?!\d)/
const DAY_FIRST = /(?<!\d)(\d{1,2})(?:st|nd|rd|th|\.|º)?\s(?:de\s)?(\p{L}+)\.?,?\s(?:de\s)?(\d{4})/u
const MONTH_FIRST = /(\p{L}+)\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s(\d{4})/u
const TIME = /(?<![\d:])(\d{1,2}):(\d{2})(?::(\d{2}))?\s?([ap])?\.?m?\.?(?:\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2}))?/i
const LONGEST = 500

/**
 * A date as `2026-01-31`, or with `time` a moment: in UTC where the offset or `timezone` is known, else as it stands on
 * the clock (`2026-01-31T10:00:00`). What could be two dates is null. `at` is when the page was had, for `3 hours ago`.
 */
export function readDate(
  value: Json,
  time: boolean,
  settings: DateSettings,
  at: number | undefined,
): Reading {
  const parts =
    typeof value === 'number'
      ? fromEpoch(value)
      : typeof value === 'string'
        ? fromText(value.trim().slice(0, LONGEST), settings, at)
        : null
  if (typeof parts === 'string') return nothing(parts)
  if (!parts) return nothing(`${describeValue(value)} holds no date`)
  return (
    isoOf(parts, time, settings.timezone) ??
    nothing(`${describeValue(value)} ${time ? 'holds no time of day' : 'is no day of the calendar'}`)
  )
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
  const iso = ISO.exec(text)
  if (iso) return numbersOf(iso[1], iso[2], iso[3], iso.slice(4))
  const day = dayOf(text, locale)
  if (typeof day === 'string' || day === null) return readRelative(text, at, { timezone, locale }) ?? day
  const [, hour, minute, second, half, offset] = TIME.exec(text) ?? []
  return hour === undefined ? day : { ...day, ...timeOf([in24(hour, half), minute, second, offset]) }
}

const in24 = (hour: string, half: string | undefined) =>
  half ? String((Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)) : hour

function dayOf(text: string, locale: string | undefined): DateParts | string | null {
  const compact = COMPACT.exec(text)
  if (compact) return numbersOf(compact[1], compact[2], compact[3])
  const digits = DIGITS.exec(text)
  if (digits) return inDigits(digits, locale)
  const months = localeOf(locale ?? 'en').months
  const named = (name: string | undefined) => months.get(name?.toLowerCase() ?? '')
  const dayFirst = DAY_FIRST.exec(text)
  if (dayFirst && named(dayFirst[2])) return numbersOf(dayFirst[3], named(dayFirst[2]), dayFirst[1])
  const monthFirst = MONTH_FIRST.exec(text)
  return monthFirst && named(monthFirst[1])
    ? numbersOf(monthFirst[3], named(monthFirst[1]), monthFirst[2])
    : null
}

/** Dots stand between day, month and year; what else does is a matter of language, unless a number is no month. */
function inDigits(
  [text, first, mark, second, year]: RegExpExecArray | string[],
  locale: string | undefined,
): DateParts | string {
  const isDayFirst = mark === '.' || Number(first) > 12 || (locale !== undefined && isDayBeforeMonth(locale))
  const isMonthFirst =
    Number(second) > 12 || first === second || (locale !== undefined && !isDayBeforeMonth(locale))
  if (isDayFirst) return numbersOf(year, second, first)
  return isMonthFirst
    ? numbersOf(year, first, second)
    : `it is not certain which day ${describeValue(text!)} is: give a "locale"`
}

function isDayBeforeMonth(locale: string): boolean {
  const { order } = localeOf(locale)
  return order.indexOf('day') < order.indexOf('month')
}

function numbersOf(
  year: unknown,
  month: unknown,
  day: unknown,
  time: (string | undefined)[] = [],
): DateParts {
  return { year: Number(year), month: Number(month), day: Number(day), ...timeOf(time) }
}

function timeOf([hour, minute, second, offset]: (string | undefined)[]): Partial<DateParts> {
  if (hour === undefined) return {}
  return {
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second ?? 0),
    ...(offset && { offset }),
  }
}
