import { oncePerKey } from '../../../base/once.ts'
import { noValue, type ReadResult } from '../reading.ts'

/** The parts of a date as written, or the point in time that it is. */
export interface DateParts {
  year?: number
  month?: number
  day?: number
  hour?: number
  minute?: number
  second?: number
  /** `Z` or `+02:00`. */
  offset?: string
  /** The time zone as an IANA name, if there is no offset. */
  zone?: string
  moment?: Date
  /** Why the point in time is ambiguous. */
  unclear?: string
}

const two = (number: number) => String(number).padStart(2, '0')

/** Writes a date as ISO 8601; null if the day does not exist, or if `time` is requested and there is none. */
export function isoOf(parts: DateParts, time: boolean, timezone: string | undefined): ReadResult | null {
  if (parts.moment) return { value: time ? momentText(parts.moment) : dayIn(parts.moment, timezone) }
  const { year = 0, month = 0, day = 0, hour, minute = 0, second = 0, offset, zone = timezone } = parts
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  const midnight = new Date(Date.UTC(year, month - 1, day))
  const isDay = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day
  if (!isDay) return null
  if (!time) return { value: date }
  if (parts.unclear) return noValue(parts.unclear)
  if (hour === undefined || hour > 23 || minute > 59 || second > 59) return null
  const clock = `${date}T${two(hour)}:${two(minute)}:${two(second)}`
  if (!offset && !zone) return { value: clock }
  const moment = offset ? new Date(clock + zoneOf(offset)) : inZone(clock, zone!)
  return isMoment(moment) ? { value: momentText(moment) } : null
}

const zoneOf = (offset: string) =>
  /^(?:z|utc|gmt)$/i.test(offset)
    ? 'Z'
    : offset.replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`)

const isMoment = (moment: Date) => !Number.isNaN(moment.getTime())

const momentText = (moment: Date) => moment.toISOString().replace('.000Z', 'Z')

/** Creating a format takes a hundred times as long as using it. */
const dayFormat = oncePerKey(
  timeZone =>
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
)
const clockFormat = oncePerKey(
  timeZone => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
)

/** Whether a time zone has this name. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(clockFormat(name))
  } catch {
    return false
  }
}

/** Returns the day of a point in time in a time zone, as ISO 8601. */
export const dayIn = (moment: Date | number, timezone = 'UTC') =>
  timezone === 'UTC'
    ? new Date(moment).toISOString().slice(0, 10)
    : dayFormat(timezone).format(moment).padStart(10, '0')

/**
 * Returns the point in time at which clocks in a zone show a time. Two rounds, since the offset at the first guess may not
 * be the right one.
 */
function inZone(clock: string, timezone: string): Date {
  const shown = Date.parse(`${clock}Z`)
  let moment = shown
  for (let round = 0; round < 2 && isMoment(new Date(moment)); round++)
    moment = shown - offsetAt(moment, timezone)
  return new Date(moment)
}

function offsetAt(moment: number, timezone: string): number {
  const text = clockFormat(timezone).format(moment)
  return Date.parse(`${text.replace(' ', 'T')}Z`) - moment
}
