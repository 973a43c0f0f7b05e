import { MINUTE } from '../../../server/base/times.ts'
import { serviceTime } from '../../lib/service/clock.ts'

const SECOND = 1_000

/** Formats a duration: `412 ms`, `3.2 s`, `4 min`, `2 h 5 min`. */
export function durationText(ms: number): string {
  // Rounded before the unit is chosen: two hours less a few seconds are not `1 h 60 min`.
  if (Math.round(ms) < SECOND) return `${Math.round(ms)} ms`
  if (Math.round(ms / SECOND) < 60) return `${(ms / SECOND).toFixed(ms < 10 * SECOND ? 1 : 0)} s`
  const minutes = Math.round(ms / MINUTE)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Returns the milliseconds from the first attempt to the end, or to now; null before the first attempt. */
export function elapsedMs({
  started_at,
  finished_at,
}: {
  started_at: string | null
  finished_at: string | null
}) {
  if (started_at === null) return null
  return (finished_at === null ? serviceTime() : Date.parse(finished_at)) - Date.parse(started_at)
}
