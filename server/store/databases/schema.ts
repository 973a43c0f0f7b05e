import type { Engine } from '../engine.ts'
import type { DatabaseRecord } from './databases.ts'
import { type KeyColumns, ofEachKeyColumn } from './key-columns.ts'
import type { RowData } from './row-data.ts'
import type { RowLookups } from './row-lookups.ts'

export type Definition = Pick<DatabaseRecord, 'columns' | 'primary_key'>

/** The part of a row that is checked against a changed definition. */
export interface RowToFit {
  seq: number
  id: string
  data: RowData
}

/** New keys, written beside those in use. */
export interface NewKeys {
  /** Returns the row that was given this key; its data may have changed since. */
  holder(key: string): RowToFit | null
  give(seq: number, key: string): void
  takeBack(seq: number): void
}

/** Whether `after` has a different primary key than `before`; false if it has none, since rows then have no keys. */
export const hasNewKey = (before: Definition, after: Definition): boolean =>
  after.primary_key.length > 0 && before.primary_key.join('"') !== after.primary_key.join('"')

/** Changes the columns and the key of a database that has rows. */
export function createSchemaStore(engine: Engine, lookups: RowLookups, keyColumns: KeyColumns) {
  type StoredRowToFit = Omit<RowToFit, 'data'> & { data: string }
  const ROW = 'SELECT seq, id, data FROM database_rows WHERE database_id = ?'
  const after = engine.prepare<StoredRowToFit>(`${ROW} AND seq > ? ORDER BY seq`)
  const at = engine.prepare<StoredRowToFit>(`${ROW} AND seq = ?`)
  const keys = ofEachKeyColumn(column => ({
    holder: engine.prepare<StoredRowToFit>(`${ROW} AND ${column} = ?`),
    set: engine.prepare(`UPDATE database_rows SET ${column} = ? WHERE seq = ?`),
  }))

  const toRow = (row: StoredRowToFit): RowToFit => ({ ...row, data: JSON.parse(row.data) })
  const toRowOrNull = (row: StoredRowToFit | undefined) => (row ? toRow(row) : null)

  return {
    /** Runs a part of a long change in one transaction. */
    slice: engine.writeSlice,
    at: (databaseId: string, seq: number): RowToFit | null => toRowOrNull(at.get(databaseId, seq)),
    /**
     * Returns the rows after number `seq`, in order: at least one, and as many as can be read until `until` (as in
     * `performance.now()`).
     */
    behind(databaseId: string, seq: number, until: number): RowToFit[] {
      const rows: RowToFit[] = []
      for (const row of after.iterate(databaseId, seq)) {
        rows.push(toRow(row))
        if (performance.now() > until) break
      }
      return rows
    },

    /** Call the functions inside transactions. Overwrites what an earlier change left in the free column. */
    newKeys(databaseId: string): NewKeys {
      const { holder, set } = keys[keyColumns.free(databaseId)]
      return {
        holder: key => toRowOrNull(holder.get(databaseId, key)),
        give: (seq, key) => void set.run(key, seq),
        takeBack: seq => void set.run(null, seq),
      }
    },

    /**
     * Inside a transaction: puts the new keys in use, and gives up lookups of columns that no longer exist. All rows must
     * fit the new definition.
     */
    apply(before: DatabaseRecord, after: Definition): void {
      lookups.follow(before.id, after.columns)
      if (hasNewKey(before, after)) keyColumns.exchange(before.id)
    },
  }
}
