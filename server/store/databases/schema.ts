import type { Engine } from '../engine.ts'
import type { DatabaseRecord } from './databases.ts'
import type { RowData } from './row-data.ts'
import { keyOf } from './row-diff.ts'
import type { RowLookups } from './row-lookups.ts'
import { type Clash, columnSearches, findClashes, keySearches } from './schema-clashes.ts'

type Definition = Pick<DatabaseRecord, 'columns' | 'primary_key'>

/** Changes of a database's columns and key over rows that are there. All of it is for use inside a transaction. */
export function createSchemaStore(engine: Engine, lookups: RowLookups) {
  const clearKeys = engine.prepare('UPDATE database_rows SET key = NULL WHERE database_id = ?')
  const rowsOf = engine.prepare<{ seq: number; data: string }>(
    'SELECT seq, data FROM database_rows WHERE database_id = ? AND seq > ? ORDER BY seq LIMIT 1000',
  )
  const setKey = engine.prepare('UPDATE database_rows SET key = ? WHERE seq = ?')

  function* everyRow(databaseId: string): Generator<{ seq: number; data: RowData }> {
    for (let after = 0; ; ) {
      const rows = rowsOf.all(databaseId, after)
      for (const { seq, data } of rows) yield { seq, data: JSON.parse(data) }
      if (!rows.length) return
      after = rows.at(-1)!.seq
    }
  }

  const isSameKey = (a: Definition, b: Definition) => a.primary_key.join('"') === b.primary_key.join('"')

  return {
    /** What of the rows, those marked as removed included, does not fit the new definition. Additive changes never clash. */
    clashes(before: DatabaseRecord, after: Definition): Clash[] {
      const keys = isSameKey(before, after) ? [] : keySearches(after.primary_key)
      return findClashes(engine, before.id, [...columnSearches(before.columns, after.columns), ...keys])
    },

    /** Brings keys and lookups in line with the new definition, which the rows fit. */
    apply(before: DatabaseRecord, after: Definition): void {
      lookups.follow(before.id, after.columns)
      if (isSameKey(before, after)) return
      clearKeys.run(before.id)
      if (after.primary_key.length)
        for (const { seq, data } of everyRow(before.id)) setKey.run(keyOf(after.primary_key, data), seq)
    },
  }
}
