import { counted } from '../counted.ts'

/** Seconds in the units in which people say how long something takes, the largest first. */
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const UNIT = /\((seconds|ms)\)$/

/** A long time in a field that counts seconds or milliseconds, as its label says: `1 day`; empty for any other value. */
export function durationText(label: string, value: unknown): string {
  const unit = UNIT.exec(label)?.[1]
  const seconds = Number(value) / (unit === 'ms' ? 1_000 : 1)
  const fitting = unit && UNITS.find(([, size]) => seconds >= size && seconds % size === 0)
  return fitting ? counted(seconds / fitting[1], fitting[0]) : ''
}
