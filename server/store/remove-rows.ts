import type { Engine } from './engine.ts'
import { createTimeSearch } from './time-search.ts'

/** How rows are removed some at a time. */
interface RemovalOptions {
  /** Columns that tell rows apart, of a table without row numbers. */
  key?: string
  /** Rows that one transaction removes; few where each takes others along. */
  slice?: number
}

/**
 * Returns the function that removes all rows of a table for which a condition holds: some in a transaction, so that others have
 * their turn in between. What a crash leaves, the next call removes.
 */
export function createRemoval(engine: Engine, table: string, where: string, options: RemovalOptions = {}) {
  const { key = 'rowid', slice = 500 } = options
  const some = engine.prepare(
    `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${slice})`,
  )
  return async (...params: unknown[]): Promise<void> => {
    while ((await engine.writeSlice(() => some.run(...params).changes)) === slice);
  }
}

/** How rows of some age are removed. */
interface AgedRemovalOptions {
  /** When a row was written. */
  column?: string
  /** Which of them. */
  where?: string
  /** Rows that one transaction looks at. */
  slice?: number
  /**
   * Is called in the transaction that removes rows, before it does, with the numbers of the first and the last that it looks
   * at, and the time.
   */
  before?(first: number, last: number, time: number): void
  /** The same after it did. */
  after?(): void
}

/**
 * Returns the function that removes rows from before a time (milliseconds), of a table whose numbers rise with the times of its
 * rows: a stretch of numbers in a transaction, so that others have their turn in between. What a crash leaves, the next call
 * removes.
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

  /** Returns the number of the last row that was looked at; null where there was none. */
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
