import { createHash } from 'node:crypto'
import type { Column, DatabaseRecord } from './databases.ts'
import type { Engine } from './engine.ts'
import { sqlValue } from './row-filter.ts'

/** Below this many rows, reading all of them costs less than an index costs each write. */
const WORTH = 2_000
/** Each index slows every write a little. */
const MAX_INDEXES = 8

const prefixOf = (databaseId: string) => `rows_of_${databaseId}_`

/** Indexes over single columns of single databases, made when a column is first filtered or sorted by. */
export function createRowIndexes(engine: Engine) {
  const known = engine.prepare<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'index' AND substr(name, 1, length(@prefix)) = @prefix",
  )
  const namesOf = (databaseId: string) => known.all({ prefix: prefixOf(databaseId) }).map(({ name }) => name)
  const nameOf = (databaseId: string, column: Column) =>
    prefixOf(databaseId) + createHash('sha256').update(sqlValue(column)).digest('hex').slice(0, 16)

  const make = (name: string, databaseId: string, column: Column) =>
    engine
      .prepare(`
        CREATE INDEX IF NOT EXISTS ${name} ON database_rows (${sqlValue(column)})
        WHERE database_id = '${databaseId}'
      `)
      .run()

  return {
    /** Makes those that are worth it. */
    async ensure(database: DatabaseRecord, columns: readonly Column[]): Promise<void> {
      if (!columns.length || database.row_count < WORTH) return
      const names = namesOf(database.id)
      for (const column of columns) {
        const name = nameOf(database.id, column)
        if (names.includes(name) || names.length >= MAX_INDEXES || column.type === 'json') continue
        names.push(name)
        await engine.write(() => make(name, database.id, column))
      }
    },
    /** The name of a column's index; null where there is none. */
    find(databaseId: string, column: Column): string | null {
      const name = nameOf(databaseId, column)
      return namesOf(databaseId).includes(name) ? name : null
    },
    /** Drops all of a database's; for use inside a transaction. */
    drop(databaseId: string): void {
      for (const name of namesOf(databaseId)) engine.prepare(`DROP INDEX ${name}`).run()
    },
  }
}
