import type { Engine } from '../engine.ts'
import type { DatabaseRecord } from './databases.ts'
import { type KeyColumns, ofEachKeyColumn } from './key-columns.ts'
import type { RowData } from './row-data.ts'
import type { RowLookups } from './row-lookups.ts'

export type Definition = Pick<DatabaseRecord, 'columns' | 'primary_key'>

/** What a changed definition looks at of a row. */
export interface RowToFit {
  seq: number
  id: string
  data: RowData
}

/** Keys that are written beside those in use. */
export interface NewKeys {
  /** The row that has been given this key; its data may have changed since. */
  holder(key: string): RowToFit | null
  give(seq: number, key: string): void
  takeBack(seq: number): void
}

/** Whether a definition names another primary key than the one before; without one no row has a key. */
export const hasNewKey = (before: Definition, after: Definition): boolean =>
  after.primary_key.length > 0 && before.primary_key.join('"') !== after.primary_key.join('"')

/** Changes of a database's columns and key over rows that are there. */
export function createSchemaStore(engine: Engine, lookups: RowLookups, keyColumns: KeyColumns) {
  type Stored = Omit<RowToFit, 'data'> & { data: string }
  const ROW = 'SELECT seq, id, data FROM database_rows WHERE database_id = ?'
  const after = engine.prepare<Stored>(`${ROW} AND seq > ? ORDER BY seq`)
  const at = engine.prepare<Stored>(`${ROW} AND seq = ?`)
  const keys = ofEachKeyColumn(column => ({
    holder: engine.prepare<Stored>(`${ROW} AND ${column} = ?`),
    set: engine.prepare(`UPDATE database_rows SET ${column} = ? WHERE seq = ?`),
  }))

  const toRow = (row: Stored): RowToFit => ({ ...row, data: JSON.parse(row.data) })
  const toRowOrNull = (row: Stored | undefined) => (row ? toRow(row) : null)

  return {
    /** Runs a part of a long change in a transaction. */
    slice: engine.writeSlice,
    at: (databaseId: string, seq: number): RowToFit | null => toRowOrNull(at.get(databaseId, seq)),
    /** Rows behind the one with this number, in order, at least one: as many as can be read until then, in terms of `performance.now`. */
    behind(databaseId: string, seq: number, until: number): RowToFit[] {
      const rows: RowToFit[] = []
      for (const row of after.iterate(databaseId, seq)) {
        rows.push(toRow(row))
        if (performance.now() > until) break
      }
      return rows
    },

    /** For use inside transactions. What an earlier change left in the free column is written over. */
    newKeys(databaseId: string): NewKeys {
      const { holder, set } = keys[keyColumns.free(databaseId)]
      return {
        holder: key => toRowOrNull(holder.get(databaseId, key)),
        give: (seq, key) => void set.run(key, seq),
        takeBack: seq => void set.run(null, seq),
      }
    },

    /** In a transaction: puts new keys in use, and gives up lookups of columns that are gone. All rows fit the new definition. */
    apply(before: DatabaseRecord, after: Definition): void {
      lookups.follow(before.id, after.columns)
      if (hasNewKey(before, after)) keyColumns.exchange(before.id)
    },
  }
}
