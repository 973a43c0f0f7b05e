import { escapePattern } from '../../../base/text/escape-pattern.ts'
import { localeOf } from '../locale.ts'
import type { DateParts } from './date-parts.ts'

const TOKEN = /YYYY|YY|MMMM|MMM|MM|M|DD|D|HH|H|hh|h|mm|ss|A|Z/g

const FORMS: Record<string, [keyof DateParts | 'half' | 'name', string]> = {
  YYYY: ['year', '(\\d{4})'],
  YY: ['year', '(\\d{2})'],
  MMMM: ['name', '(\\p{L}+)\\.?'],
  MMM: ['name', '(\\p{L}+)\\.?'],
  MM: ['month', '(\\d{2})'],
  M: ['month', '(\\d{1,2})'],
  DD: ['day', '(\\d{2})'],
  D: ['day', '(\\d{1,2})'],
  HH: ['hour', '(\\d{2})'],
  H: ['hour', '(\\d{1,2})'],
  hh: ['hour', '(\\d{2})'],
  h: ['hour', '(\\d{1,2})'],
  mm: ['minute', '(\\d{2})'],
  ss: ['second', '(\\d{2})'],
  A: ['half', '([AaPp])\\.?[Mm]\\.?'],
  Z: ['offset', '(Z|[+-]\\d{2}:?\\d{2})'],
}

/** Whether a text is a date format: it has a year, a month and a day, and at most 100 characters. */
export const isDateFormat = (format: unknown): format is string =>
  typeof format === 'string' &&
  format.length <= 100 &&
  /YY/.test(format) &&
  /M/.test(format) &&
  /D/.test(format)

/** Finds a date in this format anywhere in a text; null if there is none. */
export function readByFormat(text: string, format: string, locale = 'en'): DateParts | null {
  const names = format.match(TOKEN)!.map(token => FORMS[token]![0])
  const literal = format.split(TOKEN).map(part => escapePattern(part).replace(/\s+/g, '\\s+'))
  const forms = format.match(TOKEN)!.map(token => FORMS[token]![1])
  const pattern = literal.map((part, index) => part + (forms[index] ?? '')).join('')
  const found = new RegExp(`(?<!\\d)${pattern}(?!\\d)`, 'u').exec(text)
  return found ? partsOf(names, found.slice(1), locale) : null
}

/** The year of two digits, from 1969 to 2068, as other programs with these formats read it. */
const yearOf = (digits: number): number => digits + (digits > 68 ? 1900 : 2000)

function partsOf(names: string[], values: string[], locale: string): DateParts | null {
  const valueByName = Object.fromEntries(names.map((name, index) => [name, values[index]!]))
  const month =
    valueByName.name === undefined
      ? Number(valueByName.month)
      : localeOf(locale).months.get(valueByName.name.toLowerCase())
  if (month === undefined) return null
  const { year, day, hour, minute, second, half, offset } = valueByName
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour)
  return {
    year: year!.length === 2 ? yearOf(Number(year)) : Number(year),
    month,
    day: Number(day),
    ...(hour !== undefined && { hour: hours, minute: Number(minute ?? 0), second: Number(second ?? 0) }),
    ...(offset !== undefined && { offset }),
  }
}
