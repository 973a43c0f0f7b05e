import type { Fill } from '../../parsers/parse-result.ts'

/** How often fields held a value, and how often they could have held one, by field. */
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

/** Returns counts in the form of the column. */
export const writeCounts = (counts: FillCounts): string =>
  JSON.stringify(
    Object.fromEntries([...counts].map(([field, { filled, total }]) => [field, [filled, total]])),
  )

export function readCounts(json: string): FillCounts {
  const counts: Record<string, [filled: number, total: number]> = JSON.parse(json)
  return new Map(Object.entries(counts).map(([field, [filled, total]]) => [field, { filled, total }]))
}

/** Returns the sum of the counts of several days. */
export function countsOf(days: readonly { fills: string }[]): FillCounts {
  const sums: FillCounts = new Map()
  for (const { fills } of days) addCounts(sums, readCounts(fills))
  return sums
}

/** Returns the share of possible values that were present, by field; without fields that had none. */
export const ratesOf = (counts: FillCounts): Record<string, number> =>
  Object.fromEntries(
    [...counts].flatMap(([field, { filled, total }]) =>
      total > 0 ? [[field, Math.round((filled / total) * 10_000) / 10_000]] : [],
    ),
  )
