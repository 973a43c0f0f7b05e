import type { Fill } from './parse-result.ts'

/** How a field was filled in some runs. Each run counts as one, however many items its page has. */
export interface FillSum {
  runs: number
  /** The sum over runs of the share of values that were there. */
  share: number
  /** Values in all of them together, as days count them. */
  filled: number
  total: number
}

type Sums = Record<string, FillSum>

/** The latest runs of a parser, in two halves: when the newer one is full, it takes the place of the older. */
export interface FillWindow {
  runs: number
  now: Sums
  before: Sums
}

/** How often a field used to be filled, and how many runs say so. */
export interface Baseline {
  rate: number
  runs: number
}

const HALF = 15
/** Fewer runs are an accident. */
const LEAST_RECENT = 8
const LEAST_BASELINE = 30
/** A drop leaves less than this of what there was. */
const LEFT = 0.6
/** So many standard errors apart that chance alone would need a hundred thousand looks. */
const CERTAIN = 4.5
/** Back at so much of what there was, in so many runs. */
const BACK = 0.8
const LEAST_BACK = 5

export const emptyWindow = (): FillWindow => ({ runs: 0, now: {}, before: {} })

/**
 * The window with one more run. A field of which the page has no place, as in an empty list, is not counted; `lack` is a
 * field whose absence ended the run, which no day counts.
 */
export function addRun(
  { runs, now, before }: FillWindow,
  fills: Record<string, Fill>,
  lack?: string,
): FillWindow {
  const [older, newer] = runs === HALF ? [now, {}] : [before, now]
  const read = Object.entries(fills)
    .filter(([, { total }]) => total > 0)
    .map(([field, fill]) => [field, sumOf(fill)] as const)
  const sums = lack === undefined ? read : [...read, [lack, { ...NONE, runs: 1 }] as const]
  const added = sums.map(([field, sum]) => [field, plus(sumIn(newer, field), sum)])
  return { runs: (runs % HALF) + 1, now: { ...newer, ...Object.fromEntries(added) }, before: older }
}

/** Fields have any names. */
const sumIn = (sums: Sums, field: string): FillSum | undefined =>
  Object.hasOwn(sums, field) ? sums[field] : undefined

const sumOf = ({ filled, total }: Fill): FillSum => ({ runs: 1, share: filled / total, filled, total })

const NONE: FillSum = { runs: 0, share: 0, filled: 0, total: 0 }

const plus = (a: FillSum = NONE, b: FillSum = NONE): FillSum => ({
  runs: a.runs + b.runs,
  share: a.share + b.share,
  filled: a.filled + b.filled,
  total: a.total + b.total,
})

/** How the latest runs filled a field. */
export const recentFill = ({ now, before }: FillWindow, field: string): FillSum =>
  plus(sumIn(now, field), sumIn(before, field))

/** The same as a share, 0 to 1. */
export const rateOf = ({ share, runs }: FillSum): number =>
  runs === 0 ? 0 : Math.round((share / runs) * 10_000) / 10_000

/** Whether latest runs can be a drop at all, whatever there was before. */
export const isLow = (recent: FillSum): boolean =>
  recent.runs >= LEAST_RECENT && recent.share < LEFT * recent.runs

/**
 * Whether a field is filled so much less than it used to be that it is no chance: by the test of two proportions, with
 * runs, not values, as what is counted, since the items of one page fail together.
 */
export function isDrop(baseline: Baseline, recent: FillSum): boolean {
  if (!isLow(recent) || baseline.runs < LEAST_BASELINE) return false
  const rate = recent.share / recent.runs
  if (rate >= LEFT * baseline.rate) return false
  const pooled = (baseline.rate * baseline.runs + recent.share) / (baseline.runs + recent.runs)
  const spread = pooled * (1 - pooled) * (1 / baseline.runs + 1 / recent.runs)
  return (baseline.rate - rate) / Math.sqrt(spread) >= CERTAIN
}

/** Whether a field is filled again as it used to be. */
export const isBack = (baseline: number, recent: FillSum): boolean =>
  recent.runs >= LEAST_BACK && recent.share / recent.runs >= BACK * baseline
