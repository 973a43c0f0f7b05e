import { foldWords } from '../fold-words.ts'
import { type DateParts, dayIn } from './date-parts.ts'
import { type RelativeWords, relativeWordsOf, type TimeUnit } from './relative-words.ts'

const MS: Partial<Record<TimeUnit, number>> = {
  second: 1e3,
  minute: 6e4,
  hour: 36e5,
  day: 864e5,
  week: 6048e5,
}
const MONTHS: Partial<Record<TimeUnit, number>> = { month: 1, year: 12, decade: 120 }
/** Words between a day and its time. */
const AT =
  /[\s,]+(?:at|um|a las?|a|as|alle|om|kl|klo|в|у|о|o|v|ve|la|saat|luc|[@\u00b7\u2022\u2013\u2014-])?[\s,.]*$/u
/** Words that make the amount larger than written. It is often the maximum that a page shows: `over 30 days ago`. */
const INEXACT =
  /(?<!\p{L})(?:over|more than|at least|plus d[e']|oltre|piu di|meer dan|mer an|ponad|wiecej niz|yli|более|больше|понад|більше|πανω απο|hon|lebih dari|มากกว่า)\s/u
/** A number with an unknown unit, or the start of a range, directly before amounts that were read. */
const UNREAD =
  /\d\s?(?:\p{L}+\.?\s?,?\s?(?:\p{L}{1,3}\s)?|[-\u2013\u2014~]\s?|(?:to|or|bis|oder|a|ou|o|do|lub|до|или|～|〜)\s)$/u

/**
 * Reads a time relative to the moment at which the page was fetched, in English or the language of the rule: `3 hours ago`,
 * `1 year 2 months`, `gestern`. Null if the text is not such a time. All parts are added; if a part cannot be read, the
 * result is null.
 */
export function readRelative(
  text: string,
  at: number | undefined,
  { timezone = 'UTC', locale = 'en' }: { timezone?: string | undefined; locale?: string | undefined },
): DateParts | string | null {
  const plain = foldWords(text).replace(/\s+/g, ' ').trim()
  for (const language of new Set([locale, 'en'])) {
    const words = relativeWordsOf(language)
    const day = words.days.get(plain) ?? (AT.test(plain) ? words.days.get(plain.replace(AT, '')) : undefined)
    const amounts = day === undefined ? amountsOf(plain, words) : null
    if (day === undefined && !amounts) continue
    if (at === undefined) return 'it is relative, and it is not known when the page was fetched'
    return amounts ? subtractAmounts(at, amounts) : dayOf(at + day! * 864e5, timezone)
  }
  return null
}

interface RelativeAmount {
  count: number
  unit: TimeUnit
}

function amountsOf(text: string, words: RelativeWords): RelativeAmount[] | null {
  const alone = words.alone?.exec(text)
  if (alone) return [{ count: 1, unit: words.units.get(alone[1] ?? alone[2]!)! }].filter(({ unit }) => unit)
  const found = words.whole.exec(text) ?? insideOf(text, words)
  if (!found || isIdiom(text, found[1]!) || INEXACT.test(text)) return null
  return [...found[1]!.matchAll(words.amount)].map(([, count, unit]) => ({
    count: countOf(count!),
    unit: words.units.get(unit!)!,
  }))
}

/** `one day` alone is not a date, and `1990s` is a decade. */
const isIdiom = (text: string, amounts: string) =>
  /^\d{3}0s$/.test(amounts) || (text === amounts && !/\d/.test(text) && countOf(text) === 1)

function insideOf(text: string, { inside }: RelativeWords): RegExpExecArray | null {
  for (const form of inside) {
    const found = form.exec(text)
    if (found) return UNREAD.test(text.slice(Math.max(0, found.index - 40), found.index)) ? null : found
  }
  return null
}

function countOf(amount: string): number {
  if (/\d/.test(amount)) return Number(amount.replace(',', '.'))
  return /half|halb|halv|demi|medi|mezz|mei|пол/.test(amount) ? 0.5 : 1
}

function dayOf(moment: number, timeZone: string): DateParts {
  const [year, month, day] = dayIn(moment, timeZone).split('-').map(Number) as [number, number, number]
  return { year, month, day }
}

/** Subtracts the months first, clamped to the last day of the month: a month before 31 May is 30 April. */
function subtractAmounts(at: number, amounts: RelativeAmount[]): DateParts | string {
  const total = (table: Partial<Record<TimeUnit, number>>) =>
    amounts.reduce((sum, { count, unit }) => sum + count * (table[unit] ?? 0), 0)
  const months = total(MONTHS)
  if (!Number.isInteger(months)) return 'a part of a month has no certain length'
  const date = new Date(at)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() - months)
  const last = new Date(date)
  last.setUTCMonth(date.getUTCMonth() + 1, 0)
  date.setUTCDate(Math.min(day, last.getUTCDate()))
  const moment = new Date(date.getTime() - total(MS))
  return moment.getTime() > YEAR_ONE ? { moment } : 'it lies before the first year'
}

const YEAR_ONE = Date.parse('0001-01-01T00:00:00Z')
