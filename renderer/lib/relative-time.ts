/** The units, their length in seconds, and the count from which the next unit is used instead. */
const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number, most: number][] = [
  ['minute', 60, 60],
  ['hour', 3_600, 24],
  ['day', 86_400, 30],
  ['month', 2_629_746, 12],
  ['year', 31_556_952, Number.POSITIVE_INFINITY],
]
/** Days are counted too: 30 hours ago may be the day before yesterday. */
const FORMAT = new Intl.RelativeTimeFormat('en')

/** Formats a time that is `ms` from now: `7 years ago`, `1 day ago`, `in 1 hour`. */
export function relativeTime(ms: number): string {
  const seconds = ms / 1_000
  if (Math.abs(seconds) < 60) return seconds > 1 ? 'in less than a minute' : 'just now'
  const [unit, size] = UNITS.find(([, size, most]) => Math.round(Math.abs(seconds) / size) < most)!
  return FORMAT.format(Math.round(seconds / size), unit)
}
