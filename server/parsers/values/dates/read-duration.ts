import type { Json } from '../../parser-schema.ts'
import { describeValue, nothing, type Reading } from '../reading.ts'
import { whyTorn } from '../unclear-number.ts'

const ISO = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i
const CLOCK = /(?<![\d:])(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)(?![\d:])/
const WORDS =
  /(?<![\d.,])(\d+(?:\.\d+|,\d{1,2})?)\s?(weeks?|days?|d|hours?|hrs?|h|minutes?|mins?|min|m|seconds?|secs?|s)(?!\p{L})/giu
/** `5-10 min` is no one length. */
const RANGE = /\d\s?(?:[-\u2013\u2014~]|\s(?:to|or|bis|oder|à|a))\s?\d+(?:[.,]\d+)?\s?\p{L}/iu
/** `1 h 30`. */
const HOURS_AND_MINUTES = /^\D*(?<!\.)(\d+)\s?(?:h|hrs?|hours?)\s?([0-5]\d)(?![\d.,:]|\s?\p{L})/iu
const SECONDS: Record<string, number> = { w: 604_800, d: 86_400, h: 3_600, m: 60, s: 1 }

/** A length of time in seconds: `1:02:03`, `PT1H2M`, `1 h 5 min`. A number is seconds already. */
export function readDuration(value: Json): Reading {
  if (typeof value === 'number') return { value }
  const text = typeof value === 'string' ? value.trim().slice(0, 200) : ''
  const torn = whyTorn(text)
  if (torn) return nothing(torn)
  const seconds = fromIso(text) ?? fromClock(text) ?? fromWords(text)
  return seconds === null ? nothing(`${describeValue(value)} holds no length of time`) : { value: seconds }
}

function fromIso(text: string): number | null {
  const found = ISO.exec(text)
  if (!found || text.length < 3) return null
  const [weeks, days, hours, minutes, seconds] = found.slice(1).map(part => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  return weeks * 604_800 + days * 86_400 + hours * 3_600 + minutes * 60 + seconds
}

function fromClock(text: string): number | null {
  const [, hours = '0', minutes, seconds] = CLOCK.exec(text) ?? []
  return minutes === undefined ? null : Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
}

function fromWords(text: string): number | null {
  if (RANGE.test(text)) return null
  const [, hours, minutes] = HOURS_AND_MINUTES.exec(text) ?? []
  if (hours !== undefined) return Number(hours) * 3_600 + Number(minutes) * 60
  const parts = [...text.matchAll(WORDS)]
  return parts.length === 0
    ? null
    : parts.reduce(
        (sum, [, count, unit]) => sum + Number(count!.replace(',', '.')) * SECONDS[unit![0]!.toLowerCase()]!,
        0,
      )
}
