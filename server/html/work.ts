/**
 * Work that the reading of a page may still do: a unit is about what looking at one row of a page takes, some nanoseconds.
 * Whoever cannot wait for a page, nor end the reading of it from outside, reads it with a bounded one.
 */
export interface Work {
  left: number
}

/** Thrown by a reading that would do more than it may. */
export class TooMuchWork extends Error {}

export const createWork = (units = Number.POSITIVE_INFINITY): Work => ({ left: units })

/** Takes units from what may still be done. Throws TooMuchWork when nothing is left. */
export function spend(work: Work, units: number): void {
  work.left -= units
  if (work.left < 0) throw new TooMuchWork('Reading the page took too much work.')
}
