import { HOUR, MINUTE } from '../../../server/base/times.ts'
import { serviceTime } from '../../lib/service/clock.ts'

const SECOND = 1_000

/** Formats a duration: `412 ms`, `3.2 s`, `4 min`, `2 h 5 min`. */
export function durationText(ms: number): string {
  if (ms < SECOND) return `${Math.round(ms)} ms`
  if (ms < MINUTE) return `${(ms / SECOND).toFixed(ms < 10 * SECOND ? 1 : 0)} s`
  if (ms < HOUR) return `${Math.round(ms / MINUTE)} min`
  return `${Math.floor(ms / HOUR)} h ${Math.round((ms % HOUR) / MINUTE)} min`
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
