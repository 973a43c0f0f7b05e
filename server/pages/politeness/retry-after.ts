import { parseUtcDate } from '../../base/http-date.ts'
import { DAY } from '../../base/times.ts'

/** The longest wait that is returned. Some answers contain arbitrarily many digits. */
const MAX_WAIT_MS = 365 * DAY

/** Matches the comma between two values, but not the one within a date. */
const BETWEEN_VALUES = /,\s*(?=\d+\s*(?:,|$)|[a-z]{3})/i

/**
 * Returns how many milliseconds an answer asks its reader to wait, at most a year. `Retry-After` holds seconds or a date;
 * returns null if it holds neither. Of several, joined with commas, the longest wait counts.
 */
export function retryAfterMs(value: string | undefined, now: number): number | null {
  const waits = (value ?? '').split(BETWEEN_VALUES).map(one => waitOf(one.trim(), now))
  return waits.reduce((longest, wait) => (wait === null ? longest : Math.max(longest ?? 0, wait)), null)
}

function waitOf(text: string, now: number): number | null {
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, MAX_WAIT_MS)
  // An HTTP date names its month. `Date.parse` accepts far more as a date, such as "1.5".
  const at = /[a-z]{3}/i.test(text) ? parseUtcDate(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - now), MAX_WAIT_MS)
}
