import type { Fill } from '../../parsers/parse-result.ts'

/** How often fields held a value, and how often there was a place for one, by field. */
export type FillCounts = Map<string, Fill>

/** Adds counts to those of the same fields. */
export function addCounts(sums: FillCounts, more: Iterable<[field: string, fill: Fill]>): void {
  for (const [field, { filled, total }] of more) {
    const sum = sums.get(field)
    if (sum) {
      sum.filled += filled
      sum.total += total
    } else sums.set(field, { filled, total })
  }
}

/** Counts as a row has them. */
export const writeCounts = (counts: FillCounts): string =>
  JSON.stringify(
    Object.fromEntries([...counts].map(([field, { filled, total }]) => [field, [filled, total]])),
  )

export function readCounts(written: string): FillCounts {
  const counts: Record<string, [filled: number, total: number]> = JSON.parse(written)
  return new Map(Object.entries(counts).map(([field, [filled, total]]) => [field, { filled, total }]))
}

/** The counts of several days. */
export function countsOf(days: readonly { fills: string }[]): FillCounts {
  const sums: FillCounts = new Map()
  for (const { fills } of days) addCounts(sums, readCounts(fills))
  return sums
}

/** The share of places that held a value, by field; without fields that had no place. */
export const ratesOf = (counts: FillCounts): Record<string, number> =>
  Object.fromEntries(
    [...counts].flatMap(([field, { filled, total }]) =>
      total > 0 ? [[field, Math.round((filled / total) * 10_000) / 10_000]] : [],
    ),
  )
