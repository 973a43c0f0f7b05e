/** Milliseconds that an answer asks its reader to wait: `Retry-After` in seconds or as a date; null where it says nothing of use. */
export function retryAfterMs(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  // A date of HTTP names its month; Date.parse takes far more, "1.5" among it, for a date.
  const at = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
