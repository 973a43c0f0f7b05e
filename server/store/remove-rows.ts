import type { Engine } from './engine.ts'
import { createTimeSearch } from './time-search.ts'

/** Options for removing rows some at a time. */
interface RemovalOptions {
  /** The columns that identify rows, for a table without row numbers. */
  key?: string
  /** Rows that one transaction removes; few if each removes others with it. */
  slice?: number
  /** SQL for the bytes of a row, for rows that may be long: one transaction then removes only some megabytes. */
  size?: string
}

/** Bytes of rows that one transaction removes, unless a single row is longer. */
const SLICE_BYTES = 8_388_608

/**
 * Returns a function that removes all rows of a table that match a condition: some per transaction, so that other work can
 * run in between. The next call removes what a crash leaves.
 */
export function createRemoval(engine: Engine, table: string, where: string, options: RemovalOptions = {}) {
  const { key = 'rowid', slice = 500, size } = options
  const some = (columns: string) => `SELECT ${columns} FROM ${table} WHERE ${where} LIMIT ${slice}`
  const short = `SELECT ${key} FROM (
    SELECT ${key}, sum(bytes) OVER (ROWS UNBOUNDED PRECEDING) - bytes AS earlier FROM (${some(`${key}, ${size} AS bytes`)})
  ) WHERE earlier < ${SLICE_BYTES}`
  const removeSlice = engine.prepare(
    `DELETE FROM ${table} WHERE (${key}) IN (${size === undefined ? some(key) : short})`,
  )
  const fewest = size === undefined ? slice : 1
  return async (...params: unknown[]): Promise<void> => {
    while ((await engine.writeSlice(() => removeSlice.run(...params).changes)) >= fewest);
  }
}

/** Rows that belong to records of another table, and are removed with them. */
export interface OwnedRows extends RemovalOptions {
  table: string
  /** The column with the id of the record. */
  owner: string
}

/**
 * Returns a function that permanently removes the records of a table that were deleted before a time (milliseconds): first
 * what belongs to them, some rows per transaction, so that other work can run in between. The next call removes what a
 * crash leaves.
 */
export function createDeletedRemoval(engine: Engine, table: string, owned: readonly OwnedRows[]) {
  const removals = owned.map(({ table: part, owner, ...options }) =>
    createRemoval(engine, part, `${owner} IN (SELECT id FROM ${table} WHERE deleted_at < ?)`, options),
  )
  removals.push(createRemoval(engine, table, 'deleted_at < ?'))
  return async (before: number): Promise<void> => {
    for (const remove of removals) await remove(before)
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
