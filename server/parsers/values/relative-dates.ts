import type { DateParts } from './date-parts.ts'

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
const AGO =
  /(?<![\p{L}\d])(\d{1,5}|an?|one)\s?(seconds?|secs?|minutes?|mins?|hours?|hrs?|h|days?|d|weeks?|w|months?|years?)\s+ago/iu
const DAYS: Record<string, number> = { today: 0, yesterday: -1, tomorrow: 1 }

/** A time counted from the moment at which the page was had: `3 hours ago`, `yesterday`; null where it is none. */
export function readRelative(
  text: string,
  at: number | undefined,
  timezone = 'UTC',
): DateParts | string | null {
  const word = DAYS[text.toLowerCase()]
  const [, amount, unit] = AGO.exec(text) ?? []
  if (word === undefined && unit === undefined) return null
  if (at === undefined) return 'it is relative, and it is not known when the page was had'
  if (word !== undefined) return dayOf(at + word * 864e5, timezone)
  const count = /\d/.test(amount!) ? Number(amount) : 1
  return { moment: before(at, count, unit!.toLowerCase().replace(/(?<=..)s$/, '')) }
}

function dayOf(moment: number, timeZone: string): DateParts {
  const text = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(moment)
  const [year, month, day] = text.split('-').map(Number) as [number, number, number]
  return { year, month, day }
}

function before(at: number, count: number, unit: string): Date {
  const date = new Date(at)
  if (unit === 'month') date.setUTCMonth(date.getUTCMonth() - count)
  else if (unit === 'year') date.setUTCFullYear(date.getUTCFullYear() - count)
  else date.setTime(at - count * MS[unit]!)
  return date
}
