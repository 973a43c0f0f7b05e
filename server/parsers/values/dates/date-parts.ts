import { oncePerRecentKey } from '../../../base/once.ts'
import { MAX_LOCALES } from '../locale.ts'
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
  /** Whether the month is a number, which does not tell the calendar. */
  isNumeric?: boolean
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
  if (offset) return readMoment(new Date(clock + zoneOf(offset)))
  const shown = Date.parse(`${clock}Z`)
  if (Number.isNaN(shown)) return null
  const moments = momentsIn(shown, zone!)
  if (moments.length === 1) return readMoment(new Date(moments[0]!))
  const times = moments.length === 0 ? 'never' : 'twice'
  return noValue(`clocks in ${zone} ${times} showed ${clock.replace('T', ' ')}`)
}

const readMoment = (moment: Date): ReadResult | null =>
  Number.isNaN(moment.getTime()) ? null : { value: momentText(moment) }

const zoneOf = (offset: string) =>
  /^(?:z|utc|gmt)$/i.test(offset)
    ? 'Z'
    : offset.replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`)

const momentText = (moment: Date) => moment.toISOString().replace('.000Z', 'Z')

/** Creating a format takes a hundred times as long as using it. */
const dayFormat = oncePerRecentKey(
  MAX_LOCALES,
  timeZone =>
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
)
const clockFormat = oncePerRecentKey(
  MAX_LOCALES,
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

const DAY_MS = 864e5

/**
 * Returns the points in time at which clocks in a zone show a time, given as if it were UTC. None if clocks are set forward
 * over it, two if they are set back over it.
 */
function momentsIn(shown: number, timezone: string): number[] {
  const near = [-DAY_MS, DAY_MS].map(distance => offsetAt(shown + distance, timezone))
  // The day after the last one of the year 9999 is not read, nor are years before 1000.
  const known = near.filter(offset => !Number.isNaN(offset))
  const offsets = new Set(known.length > 0 ? known : near)
  const moments = [...offsets].map(offset => shown - offset)
  return offsets.size === 1
    ? moments
    : moments.filter(moment => moment + offsetAt(moment, timezone) === shown)
}

function offsetAt(moment: number, timezone: string): number {
  const text = clockFormat(timezone).format(moment)
  return Date.parse(`${text.replace(' ', 'T')}Z`) - moment
}
