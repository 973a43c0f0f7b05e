/** How many items of a batch had ended at a time, in milliseconds. */
export interface Sample {
  at: number
  ended: number
}

/** The rate is measured over this time. */
export const WINDOW_MS = 20_000
const SHORTEST_MS = 500

/**
 * Items per second by samples, oldest first, and the milliseconds that the items left take at that rate. There is no estimate
 * where no item runs, as all that is left waits for its retry, nor where nothing has ended for longer than it says. Null before
 * there is a rate.
 */
export function rateOf(
  samples: readonly Sample[],
  { left, running }: { left: number; running: number },
): { perSecond: number; leftMs: number | null } | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < SHORTEST_MS) return null
  const perSecond = ((last.ended - first.ended) / (last.at - first.at)) * 1_000
  if (perSecond <= 0) return null
  const leftMs = (left / perSecond) * 1_000
  const lastEnd = samples.find(({ ended }) => ended === last.ended)!
  const isStalled = running === 0 || last.at - lastEnd.at > leftMs
  return { perSecond, leftMs: isStalled ? null : leftMs }
}
