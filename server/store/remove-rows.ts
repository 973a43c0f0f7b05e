import type { Engine } from './engine.ts'
import { createTimeSearch } from './time-search.ts'

/** Options for removing rows some at a time. */
interface RemovalOptions {
  /** The columns that identify rows, for a table without row numbers. */
  key?: string
  /** Rows that one transaction removes; few if each removes others with it. */
  slice?: number
}

/**
 * Returns a function that removes all rows of a table that match a condition: some per transaction, so that other work can
 * run in between. The next call removes what a crash leaves.
 */
export function createRemoval(engine: Engine, table: string, where: string, options: RemovalOptions = {}) {
  const { key = 'rowid', slice = 500 } = options
  const removeSlice = engine.prepare(
    `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${slice})`,
  )
  return async (...params: unknown[]): Promise<void> => {
    while ((await engine.writeSlice(() => removeSlice.run(...params).changes)) === slice);
  }
}

/** Options for removing rows by their age. */
interface AgedRemovalOptions {
  /** The column with the time at which a row was written. */
  column?: string
  /** A condition for the rows to remove. */
  where?: string
  /** Rows that one transaction examines. */
  slice?: number
  /**
   * Called in the transaction that removes rows, before it does, with the numbers of the first and the last row that it
   * examines, and the time.
   */
  before?(first: number, last: number, time: number): void
  /** Called in the same transaction after the removal. */
  after?(): void
}

/**
 * Returns a function that removes rows from before a time (milliseconds), from a table whose numbers rise with the times of
 * its rows: a stretch of numbers per transaction, so that other work can run in between. The next call removes what a crash
 * leaves.
 */
export function createAgedRemoval(engine: Engine, table: string, options: AgedRemovalOptions = {}) {
  const { column = 'created_at', where = 'TRUE', slice = 500, before, after } = options
  const firstSince = createTimeSearch(engine, table, column)
  const stretch = engine.prepare<{ first: number | null; last: number | null }>(`
    SELECT min(seq) AS first, max(seq) AS last FROM (
      SELECT seq FROM ${table} WHERE seq > ? AND seq < ? ORDER BY seq LIMIT CAST(? AS INTEGER)
    )
  `)
  const remove = engine.prepare(
    `DELETE FROM ${table} WHERE seq BETWEEN ? AND ? AND ${column} < ? AND ${where}`,
  )

  /** Returns the number of the last row that was examined; null if there was none. */
  const removeSome = (from: number, end: number, time: number): number | null => {
    const { first, last } = stretch.get(from, end, slice)!
    if (first === null || last === null) return null
    before?.(first, last, time)
    remove.run(first, last, time)
    after?.()
    return last
  }

  return async (time: number): Promise<void> => {
    const end = firstSince(time)
    for (let last: number | null = 0; last !== null; ) {
      const from: number = last
      last = await engine.writeSlice(() => removeSome(from, end, time))
    }
  }
}
