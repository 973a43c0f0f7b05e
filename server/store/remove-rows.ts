import type { Engine } from './engine.ts'

/** How rows are removed some at a time. */
interface RemovalOptions {
  /** Columns that tell rows apart, of a table without row numbers. */
  key?: string
  /** Rows that one transaction removes; few where each takes others along. */
  slice?: number
}

/**
 * Gives the function that removes all rows of a table for which a condition holds: some in a transaction, so that others have
 * their turn in between. What a crash leaves, the next call removes.
 */
export function createRemoval(engine: Engine, table: string, where: string, options: RemovalOptions = {}) {
  const { key = 'rowid', slice = 500 } = options
  const some = engine.prepare(
    `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${slice})`,
  )
  return async (...params: unknown[]): Promise<void> => {
    while ((await engine.write(() => some.run(...params).changes)) === slice);
  }
}

/** The condition for rows from before a time, of a table whose rows are numbered in the order of that. */
export const writtenBefore = (table: string, column = 'created_at') =>
  `seq < coalesce((SELECT min(seq) FROM ${table} WHERE ${column} >= ?), 9e15)`
