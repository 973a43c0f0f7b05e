/**
 * The work that reading a page may still spend. A unit is about the cost of visiting one row, a few nanoseconds. Callers
 * that can neither wait for a page nor abort its reading from outside set a bound.
 */
export interface WorkBudget {
  left: number
}

/** Thrown when reading would exceed its bound. */
export class WorkLimitError extends Error {}

export const createWorkBudget = (units = Number.POSITIVE_INFINITY): WorkBudget => ({ left: units })

/** Spends units of work. Throws WorkLimitError if none are left. */
export function spend(work: WorkBudget, units: number): void {
  work.left -= units
  if (work.left < 0) throw new WorkLimitError('Reading the page took too much work.')
}
