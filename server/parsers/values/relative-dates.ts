import { type DateParts, dayIn } from './date-parts.ts'
import { relativeWordsOf } from './relative-words.ts'

const MS: Record<string, number> = {
  second: 1e3,
  sec: 1e3,
  minute: 6e4,
  min: 6e4,
  hour: 36e5,
  hr: 36e5,
  h: 36e5,
  day: 864e5,
  d: 864e5,
  week: 6048e5,
  w: 6048e5,
}
/** English as pages write it, beyond its own forms. */
const AGO =
  /(?<![\p{L}\d])(\d{1,5}|an?|one)\s?(seconds?|secs?|minutes?|mins?|hours?|hrs?|h|days?|d|weeks?|w|months?|years?)\s+ago/iu

/**
 * A time counted from the moment at which the page was had, in English or the language of the rule: `3 hours ago`,
 * `gestern`; null where it is none.
 */
export function readRelative(
  text: string,
  at: number | undefined,
  { timezone = 'UTC', locale = 'en' }: { timezone?: string | undefined; locale?: string | undefined },
): DateParts | string | null {
  const words = [relativeWordsOf(locale), relativeWordsOf('en')]
  const day = words.map(({ days }) => days.get(text.toLowerCase())).find(known => known !== undefined)
  const ago = day === undefined ? (agoOf(text, locale) ?? agoInEnglish(text)) : null
  if (day === undefined && !ago) return null
  if (at === undefined) return 'it is relative, and it is not known when the page was had'
  return ago ? { moment: before(at, ago.count, ago.unit) } : dayOf(at + day! * 864e5, timezone)
}

interface Ago {
  count: number
  unit: string
}

const countOf = (amount: string) => (/\d/.test(amount) ? Number(amount) : 1)

function agoOf(text: string, locale: string): Ago | null {
  for (const { pattern, unit } of relativeWordsOf(locale).past) {
    const amount = pattern.exec(text)?.[1]
    if (amount !== undefined) return { count: countOf(amount), unit }
  }
  return null
}

function agoInEnglish(text: string): Ago | null {
  const [, amount, unit] = AGO.exec(text) ?? []
  return unit === undefined
    ? null
    : { count: countOf(amount!), unit: unit.toLowerCase().replace(/(?<=..)s$/, '') }
}

function dayOf(moment: number, timeZone: string): DateParts {
  const [year, month, day] = dayIn(moment, timeZone).split('-').map(Number) as [number, number, number]
  return { year, month, day }
}

function before(at: number, count: number, unit: string): Date {
  const date = new Date(at)
  if (unit === 'month') date.setUTCMonth(date.getUTCMonth() - count)
  else if (unit === 'year') date.setUTCFullYear(date.getUTCFullYear() - count)
  else date.setTime(at - count * MS[unit]!)
  return date
}
