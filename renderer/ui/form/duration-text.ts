import { counted } from '../counted.ts'

/** The units for long durations with their length in seconds, the largest first. */
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const UNIT = /\((seconds|ms)\)$/

/**
 * Converts the value of a field whose label ends in "(seconds)" or "(ms)" to larger units: `1 day`; empty for any other
 * value.
 */
export function durationText(label: string, value: unknown): string {
  const unit = UNIT.exec(label)?.[1]
  const seconds = Number(value) / (unit === 'ms' ? 1_000 : 1)
  const largestUnit = unit && UNITS.find(([, size]) => seconds >= size && seconds % size === 0)
  return largestUnit ? counted(seconds / largestUnit[1], largestUnit[0]) : ''
}
