/** Formats milliseconds since 1970 as the ISO-8601 UTC text of answers. */
export const iso = (ms: number) => new Date(ms).toISOString()

/** Same as `iso`, for a time that may be absent. */
export const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms))

/** Whether a time in ISO-8601, if there is one, has been reached at `now` (milliseconds). */
export const isOver = (time: string | null | undefined, now: number): boolean =>
  time != null && Date.parse(time) <= now

/** Starts a counter of whole seconds, unaffected by changes of the wall clock. Returns a function that reads it. */
export function countSeconds(): () => number {
  const startedAt = performance.now()
  return () => Math.floor((performance.now() - startedAt) / 1000)
}

/** The UTC month of an instant, such as `2026-11`. Grants and caps count per month. */
export const monthOf = (ms: number) => iso(ms).slice(0, 7)

/** Returns the first instant of the UTC month that contains `ms`. */
export const startOfMonth = (ms: number) => Date.parse(`${monthOf(ms)}-01T00:00:00.000Z`)

/** Returns the first instant of the next UTC month. */
export function startOfNextMonth(ms: number) {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

/** The last second of the year 9999, the last with a four-digit year. Whatever is to last longer ends then. */
export const LAST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59)

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
