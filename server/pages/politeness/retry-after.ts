import { DAY } from '../../base/times.ts'

/** Nobody waits for longer; some answers say any number of digits. */
const LONGEST_MS = 365 * DAY

/**
 * Milliseconds that an answer asks its reader to wait, a year at most: `Retry-After` in seconds or as a date; null where it says
 * nothing of use.
 */
export function retryAfterMs(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_MS)
  // A date of HTTP names its month; Date.parse takes far more, "1.5" among it, for a date.
  const at = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - now), LONGEST_MS)
}
