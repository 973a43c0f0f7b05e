import type { Fill } from './parse-result.ts'

/** How a field was filled in several runs. Each run has the same weight, however many items its page has. */
export interface FillSum {
  runs: number
  /** The sum over all runs of the share of places that had a value. */
  share: number
  /** The values of all runs together, as the daily statistics count them. */
  filled: number
  total: number
}

type FillSums = Record<string, FillSum>

/** The latest runs of a parser, in two halves. When the newer half is full, it replaces the older one. */
export interface FillWindow {
  runs: number
  now: FillSums
  before: FillSums
}

/** The usual fill rate of a field, and from how many runs it is known. */
export interface Baseline {
  rate: number
  runs: number
}

const HALF_RUNS = 15
/** With fewer runs, a low rate may be chance. */
const MIN_RECENT_RUNS = 8
const MIN_BASELINE_RUNS = 30
/** A drop is a rate below this share, both of all runs and of the baseline rate. */
const LOW_SHARE = 0.6
/**
 * The number of standard errors between both rates. By chance alone, it takes about 100,000 checks to see such a
 * difference.
 */
const MIN_STANDARD_ERRORS = 4.5
/** A field has recovered at this share of its baseline rate, over this number of runs. */
const RECOVERED_SHARE = 0.8
const MIN_RECOVERED_RUNS = 5

export const emptyWindow = (): FillWindow => ({ runs: 0, now: {}, before: {} })

/**
 * Returns the window with one more run. A field without any place on the page, as in an empty list, is not counted.
 * `missingField` is the field whose absence ended the run; it counts as unfilled here, but not in the daily statistics.
 */
export function addRun(
  { runs, now, before }: FillWindow,
  fills: Record<string, Fill>,
  missingField?: string,
): FillWindow {
  const [older, newer] = runs === HALF_RUNS ? [now, {}] : [before, now]
  const read = Object.entries(fills)
    .filter(([, { total }]) => total > 0)
    .map(([field, fill]) => [field, sumOf(fill)] as const)
  const sums = missingField === undefined ? read : [...read, [missingField, { ...NO_FILL, runs: 1 }] as const]
  const added = sums.map(([field, sum]) => [field, addSums(sumIn(newer, field), sum)])
  return { runs: (runs % HALF_RUNS) + 1, now: { ...newer, ...Object.fromEntries(added) }, before: older }
}

/** A field may be named like a property of `Object.prototype`. */
const sumIn = (sums: FillSums, field: string): FillSum | undefined =>
  Object.hasOwn(sums, field) ? sums[field] : undefined

const sumOf = ({ filled, total }: Fill): FillSum => ({ runs: 1, share: filled / total, filled, total })

const NO_FILL: FillSum = { runs: 0, share: 0, filled: 0, total: 0 }

const addSums = (a: FillSum = NO_FILL, b: FillSum = NO_FILL): FillSum => ({
  runs: a.runs + b.runs,
  share: a.share + b.share,
  filled: a.filled + b.filled,
  total: a.total + b.total,
})

/** Returns how the latest runs filled a field. */
export const recentFill = ({ now, before }: FillWindow, field: string): FillSum =>
  addSums(sumIn(now, field), sumIn(before, field))

/** Returns the fill rate, from 0 to 1. */
export const rateOf = ({ share, runs }: FillSum): number =>
  runs === 0 ? 0 : Math.round((share / runs) * 10_000) / 10_000

/** Whether the latest runs can be a drop at all, whatever the baseline. */
export const isLow = (recent: FillSum): boolean =>
  recent.runs >= MIN_RECENT_RUNS && recent.share < LOW_SHARE * recent.runs

/**
 * Whether a field is filled so much less than it used to be that chance cannot explain it. A two-proportion z-test, which
 * counts runs and not values, since the items of one page fail together.
 */
export function isDrop(baseline: Baseline, recent: FillSum): boolean {
  if (!isLow(recent) || baseline.runs < MIN_BASELINE_RUNS) return false
  const rate = recent.share / recent.runs
  if (rate >= LOW_SHARE * baseline.rate) return false
  const pooled = (baseline.rate * baseline.runs + recent.share) / (baseline.runs + recent.runs)
  const spread = pooled * (1 - pooled) * (1 / baseline.runs + 1 / recent.runs)
  return (baseline.rate - rate) / Math.sqrt(spread) >= MIN_STANDARD_ERRORS
}

/** Whether a field is filled again about as often as before. */
export const isRecovered = (baseline: number, recent: FillSum): boolean =>
  recent.runs >= MIN_RECOVERED_RUNS && recent.share / recent.runs >= RECOVERED_SHARE * baseline
