import { foldWords } from '../fold-words.ts'
import { localeOf } from '../locale.ts'
import { describeValue } from '../reading.ts'
import type { DateParts } from './date-parts.ts'
import { type DateWords, dateWordsOf } from './date-words.ts'
import { rangeBefore } from './day-range.ts'

/** After digits and a hyphen, it is a part of a number such as an ISBN. */
const YEAR_FIRST = /(?<!\d-?)(\d{4})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{1,2})(?!\d)/
/** The year may also be given in the years of an emperor: `2024年(令和6年)4月1日`. */
const EAST_ASIAN =
  /(?<!\d)(\d{4})\s?[年년](?:\s?\([^()]{1,8}\))?\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일号號]/
const YEAR_LAST = /(?<![\d.])(\d{1,2})\s?([/.-])\s?(\d{1,2})\s?\2\s?(\d{4})(?!\d|\.\d)/
const SHORT_YEAR = /(?<!\d)\d{1,2}\s?([/.-])\s?\d{1,2}\s?\1\s?\d{2}(?!\d)/
const COMPACT = /^\D{0,3}(\d{4})(\d{2})(\d{2})\D{0,3}$/

const WORD = /\p{L}[\p{L}\p{M}.']*/gu
/** Suffixes that make a number an ordinal, and so a day. */
const ORDINAL =
  /(?<=(?<!\d)\d{1,2})(?:st|nd|rd|th|er|re|de|ste|te|[oa]|\u00b0|\u00ba|\u00aa|\u09b6\u09c7|\u0987|\u09b2\u09be|\u09b0\u09be|\u09a0\u09be|\u09b6\u09be|-?\u0433\u043e|-?\u0438)(?![\p{L}\p{M}])/gu
/** Words between the parts of a date. */
const FILLERS = new Set(
  'of the de del do da di du d le la el il en den dne u v gada roku rok year ano ani god goda год года рік року роки година წ წლის সাল सन् at um om kl klo alle г р m ц ที่ วันที่ ngay om dia og'
    .split(' ')
    .map(foldWords),
)
/** In a text whose words were read, a month is written as `@5@`. */
const GAP = "[\\s.,\\-/'\\u2019()\\[\\]|]{0,6}"
const NAMED = [
  ['day', 'month', 'year'],
  ['month', 'day', 'year'],
  ['year', 'month', 'day'],
  ['year', 'day', 'month'],
].map(order => {
  const forms = { day: '(?<day>\\d{1,2})', month: '@(?<month>\\d+)@', year: '(?<year>\\d{4})' }
  // In `1445 (1 April 2024)`, the number before the day is a year of another calendar, or no year.
  const end = order[0] === 'year' ? `(?!\\d|${GAP}(?:1[5-9]|2[0-2])\\d\\d(?!\\d))` : '(?!\\d)'
  return new RegExp(`(?<!\\d)${order.map(part => forms[part as keyof typeof forms]).join(GAP)}${end}`, 'u')
})
const NAMED_SHORT = new RegExp(
  `(?:(?<!\\d)\\d{1,2}${GAP}@\\d+@|@\\d+@${GAP}\\d{1,2})(?:[\\s,]{1,3}|[\\s,]{0,3}['\\u2019])\\d{2}(?!\\d)`,
  'u',
)
const NAMED_DAY = new RegExp(
  `^[^\\p{L}\\d@]*(?:(?<day>\\d{1,2})${GAP}@(?<month>\\d+)@|@(?<month2>\\d+)@${GAP}(?<day2>\\d{1,2}))[^\\p{L}\\d@]*$`,
  'u',
)

/**
 * The oldest year of a numeric date. Earlier years, and years far in the future, are of the Persian or the Thai calendar.
 */
const OLDEST = 1500

/** Finds the day that a text names. Returns a reason if it is ambiguous, null if there is none. */
export function findDay(text: string, locale: string | undefined): DateParts | string | null {
  const found = inDigits(text, locale)
  if (typeof found === 'object' && found !== null) return { ...found, isNumeric: true }
  return found ?? (/\d/.test(text) ? inWords(text, dateWordsOf(locale ?? 'en')) : null)
}

function inDigits(text: string, locale: string | undefined): DateParts | string | null {
  const first = YEAR_FIRST.exec(text)
  if (first) return dayOf(first[1], first[3], first[4], OLDEST)
  const asian = EAST_ASIAN.exec(text)
  if (asian) return rangeBefore(text.slice(0, asian.index), '') ?? dayOf(asian[1], asian[2], asian[3])
  const last = YEAR_LAST.exec(text)
  if (last) return rangeBefore(text.slice(0, last.index), last[1]!) ?? byOrder(last, text, locale)
  const [, ...compact] = COMPACT.exec(text) ?? []
  if (compact.length > 0) return dayOf(...(compact as [string, string, string]))
  const short = SHORT_YEAR.exec(text)
  return short ? ofShortYear(short[0]) : null
}

/** The text has a bar in place of the time. */
const quote = (text: string) => describeValue(text.replace(/[\s|]+/g, ' ').trim())

const noYear = (text: string) =>
  `${quote(text)} has no year: a transform may add it, as in {"suffix": " 2024"}`

const ofShortYear = (text: string) =>
  `${quote(text)} has a year of two digits: give "formats", as in ["DD.MM.YY"]`

/**
 * Dots mean day, month and year. With other marks, the order depends on the language, unless one number cannot be a month,
 * or the text has a weekday that only one of the two days is.
 */
function byOrder(
  [text, first, mark, second, year]: RegExpExecArray,
  whole: string,
  locale: string | undefined,
): DateParts | string {
  const order = locale === undefined ? null : startOfDate(locale)
  const isDayFirst = mark === '.' || Number(first) > 12 || order === 'day'
  const isMonthFirst = Number(second) > 12 || first === second || order === 'month'
  if (isDayFirst && !(mark !== '.' && Number(second) > 12)) return dayOf(year, second, first, OLDEST)
  if (isMonthFirst) return dayOf(year, first, second, OLDEST)
  const weekday = englishWeekdayIn(whole)
  const fitsDayFirst = weekday === weekdayOf(year, second, first)
  const fitsMonthFirst = weekday === weekdayOf(year, first, second)
  if (fitsDayFirst !== fitsMonthFirst)
    return fitsDayFirst ? dayOf(year, second, first, OLDEST) : dayOf(year, first, second, OLDEST)
  return `it is not certain which day ${describeValue(text)} is: give ${order ? '"formats"' : 'a "locale"'}`
}

/** 0 is Sunday. */
const weekdayOf = (year: unknown, month: unknown, day: unknown) =>
  new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDay()

/** Only English is read: where the language is known, it has decided the order already. */
function englishWeekdayIn(text: string): number | undefined {
  const { weekdays } = dateWordsOf('en')
  for (const [word] of foldWords(text).matchAll(WORD)) {
    const day = weekdays.get(word.replace(/[.']+$/, ''))
    if (day !== undefined) return day
  }
  return undefined
}

/** Where dates start with the year (`sv`, `en-CA`, `ja`), other dates in digits start with the day as well as the month. */
const startOfDate = (locale: string) => localeOf(locale).order[0]

/** The last year that may be one of the common calendar, and not of the Thai, the Hebrew or the Nepali one. */
const LATEST = 2300
const LATEST_BY_LANGUAGE = new Map([['ne', 2040]])
/** Programs write these years for dates that never come. */
const NEVER = new Set([2999, 9999])
/** Languages of countries that mostly use the Persian or the Islamic calendar, also in digits. */
const HAVE_EARLIER_YEARS = new Set('fa ps ckb mzn lrc ar ur'.split(' '))

/** Returns why the year of a date in digits, as in `2026-01-31`, may be of another calendar; null if it is not. */
export function whyOtherCalendar(year: number, locale: string | undefined): string | null {
  const language = locale?.split('-')[0] ?? ''
  const latest = LATEST_BY_LANGUAGE.get(language) ?? LATEST
  const isOther =
    (year > latest && !NEVER.has(year)) || (year > 1300 && year < OLDEST && HAVE_EARLIER_YEARS.has(language))
  return isOther ? otherCalendar(year) : null
}

const otherCalendar = (year: unknown) => `it is not certain of which calendar the year ${year} is`

function dayOf(year: unknown, month: unknown, day: unknown, oldest = 0): DateParts | string {
  if (Number(year) > LATEST || Number(year) < oldest) return otherCalendar(year)
  return { year: Number(year), month: Number(month), day: Number(day) }
}

/** A day of the Julian calendar beside one of the Gregorian: `20 February [O.S. 8 February] 1844`. */
const OLD_STYLE = /(?<!\p{L})(?:o\.\s?s\.|old style)/u

/** The last year that began in March in England. Later, `1999/2000` is a season. */
const LAST_OLD_YEAR = 1752

/** Whether a year is given in two calendars, as genealogists do: `12 March 1704/05`. */
function hasTwoYears(after: string, year: number): boolean {
  const [, next] = /^\/(\d{1,4})(?!\d)/.exec(after) ?? []
  return next !== undefined && year <= LAST_OLD_YEAR && String(year + 1).endsWith(next)
}

/** Finds `5 May 2024`, `May 5th, 2024`, `2024 May 5`: the first date if there are several. */
function inWords(text: string, words: DateWords): DateParts | string | null {
  const folded = foldWords(text)
  const read = withMonths(folded, words)
  if (!read.includes('@')) return null
  if (OLD_STYLE.test(folded)) return `${quote(text)} may be a day of the Julian calendar`
  const found = NAMED.map(form => form.exec(read))
    .filter(match => match !== null)
    .sort((a, b) => a.index - b.index)[0]
  if (found) {
    const { year, month, day } = found.groups!
    if (hasTwoYears(read.slice(found.index + found[0].length), Number(year)))
      return `${quote(text)} may be a day of the Julian calendar, whose years began in March`
    return rangeBefore(read.slice(0, found.index), day!) ?? dayOf(year, month, day)
  }
  const short = NAMED_SHORT.exec(read)
  if (short) return ofShortYear(text)
  return NAMED_DAY.test(read) ? noYear(text) : null
}

/** Replaces the months of a text by `@5@`, and removes the words that may be in a date. */
function withMonths(text: string, { monthOf, weekdays, phrases }: DateWords): string {
  const plain = phrases ? text.replace(phrases.pattern, name => `@${phrases.months.get(name)}@`) : text
  return plain
    .replace(ORDINAL, '')
    .replace(WORD, word => {
      const name = word.replace(/[.']+$/, '')
      const month = monthOf(name)
      if (month !== undefined) return `@${month}@`
      return FILLERS.has(name) || weekdays.has(name) ? ' ' : word
    })
    .replace(/\s+/g, ' ')
}
