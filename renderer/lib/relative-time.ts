/** Units with their length in seconds, and how many of them are given in the next unit instead. */
const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number, most: number][] = [
  ['minute', 60, 60],
  ['hour', 3_600, 24],
  ['day', 86_400, 30],
  ['month', 2_629_746, 12],
  ['year', 31_556_952, Number.POSITIVE_INFINITY],
]
const counted = new Intl.RelativeTimeFormat('en')
/** Of days alone: “last month” may be six weeks ago. */
const named = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** A time that is `ms` from now, in words: `7 years ago`, `yesterday`, `in 1 hour`. */
export function relativeTime(ms: number): string {
  const seconds = ms / 1_000
  if (Math.abs(seconds) < 60) return seconds > 1 ? 'in less than a minute' : 'just now'
  const [unit, size] = UNITS.find(([, size, most]) => Math.round(Math.abs(seconds) / size) < most)!
  return (unit === 'day' ? named : counted).format(Math.round(seconds / size), unit)
}
