import type { Engine } from '../engine.ts'
import { createRemoval } from '../remove-rows.ts'
import { CHANGE_BYTES } from './changes.ts'
import type { RowLookups } from './row-lookups.ts'

/** Rows that one transaction removes at most, so that other work can run in between. */
const SLICE = 1_000

/** Returns the function that permanently removes a database with its rows and its feed. */
export function createPurge(engine: Engine, lookups: RowLookups) {
  const parts = [
    { table: 'database_rows', size: 'octet_length(data)' },
    { table: 'database_changes', size: CHANGE_BYTES },
  ].map(({ table, size }) =>
    createRemoval(engine, table, 'database_id = ?', { key: 'seq', slice: SLICE, size }),
  )
  const remove = engine.prepare('DELETE FROM databases WHERE id = ? AND deleted_at IS NOT NULL')

  return async (databaseId: string): Promise<void> => {
    await engine.write(() => lookups.forget(databaseId))
    for (const removePart of parts) await removePart(databaseId)
    await engine.write(() => void remove.run(databaseId))
  }
}
