import { createTurns } from '../base/turns.ts'
import type { Engine } from './engine.ts'
import { createPace, type PaceOptions } from './pace.ts'

/** Which rows to find: at most `limit` of those numbered below `at`, and from `from` upwards. */
export interface ScanPage {
  at: number
  limit: number
  from?: number
}

const NO_LIMIT = -1

/** Numbers that one statement examines. */
const PACE: PaceOptions = { first: 2_000, fewest: 500, most: 64_000, longMs: 4 }

/**
 * Returns a function that finds the newest rows of a table that a statement selects, however rare they are: it examines one
 * stretch of numbers after another, and lets other work run in between. `select` must end with a condition. With `keep`, only
 * rows that it accepts count.
 */
export function createDownwardScan<Row>(engine: Engine, table: string, select: string) {
  const last = engine.prepare<{ seq: number }>(`SELECT coalesce(max(seq), 0) AS seq FROM ${table}`)
  const first = engine.prepare<{ seq: number }>(`SELECT coalesce(min(seq), 0) AS seq FROM ${table}`)
  const selectRange = engine.prepare<Row>(
    `${select} AND seq >= @low AND seq < @high ORDER BY seq DESC LIMIT CAST(@wanted AS INTEGER)`,
  )

  return async (
    params: Record<string, string | number | null>,
    { at, limit, from = 0 }: ScanPage,
    keep?: (row: Row) => boolean,
  ): Promise<Row[]> => {
    const rows: Row[] = []
    const turns = createTurns()
    const end = Math.max(from, first.get()!.seq)
    const pace = createPace(PACE)
    for (let high = Math.min(at, last.get()!.seq + 1); high > end && rows.length < limit; ) {
      const low = Math.max(end, high - pace.begin())
      const wanted = limit - rows.length
      const found = selectRange.all({ ...params, low, high, wanted: keep ? NO_LIMIT : wanted })
      rows.push(...(keep ? found.filter(keep).slice(0, wanted) : found))
      pace.end()
      high = low
      if (turns.isOver()) await turns.next()
    }
    return rows
  }
}
