/** Milliseconds since 1970 as the ISO-8601 UTC text that answers carry. */
export const iso = (ms: number) => new Date(ms).toISOString()

/** The same for a time that may be absent. */
export const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms))

/** Begins to count whole seconds, whatever the wall clock is set to meanwhile. Returns how many there are by now. */
export function countSeconds(): () => number {
  const startedAt = performance.now()
  return () => Math.floor((performance.now() - startedAt) / 1000)
}

/** `2026-11` of an instant, in UTC: the month that grants and caps count in. */
export const monthOf = (ms: number) => iso(ms).slice(0, 7)

/** The first instant of the UTC month that holds `ms`. */
export const startOfMonth = (ms: number) => Date.parse(`${monthOf(ms)}-01T00:00:00.000Z`)

/** The first instant of the next UTC month. */
export function startOfNextMonth(ms: number) {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

/** The last second of the last year that dates with four digits have: what is to last longer, lasts until then. */
export const LAST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59)

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
