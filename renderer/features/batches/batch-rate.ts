/** The number of items that had ended at a time in milliseconds. */
export interface Sample {
  at: number
  ended: number
}

/** The time over which the rate is measured. */
export const WINDOW_MS = 20_000
const MIN_WINDOW_MS = 500

/**
 * Returns the items per second measured by samples (oldest first), and the estimated time for the remaining items in
 * milliseconds. There is no estimate if no item is running (the remaining items wait for a retry), or if no item has ended
 * for longer than the estimate. Returns null until there is a rate.
 */
export function rateOf(
  samples: readonly Sample[],
  { left, running }: { left: number; running: number },
): { perSecond: number; leftMs: number | null } | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < MIN_WINDOW_MS) return null
  const perSecond = ((last.ended - first.ended) / (last.at - first.at)) * 1_000
  if (perSecond <= 0) return null
  const leftMs = (left / perSecond) * 1_000
  const lastEnd = samples.find(({ ended }) => ended === last.ended)!
  const isStalled = running === 0 || last.at - lastEnd.at > leftMs
  return { perSecond, leftMs: isStalled ? null : leftMs }
}

/** Formats a rate: `12.3 per second`; below one a second `3 per minute`. */
export const rateText = (perSecond: number): string =>
  perSecond < 1 ? `${Math.round(perSecond * 60)} per minute` : `${perSecond.toFixed(1)} per second`
