import type { Engine } from '../engine.ts'
import type { RowLookups } from './row-lookups.ts'

/** Rows that one transaction removes, so that other work can run in between. */
const SLICE = 1_000

/** Returns the function that permanently removes a database with its rows and its feed. */
export function createPurge(engine: Engine, lookups: RowLookups) {
  const parts = ['database_rows', 'database_changes'].map(table =>
    engine.prepare(
      `DELETE FROM ${table} WHERE seq IN (SELECT seq FROM ${table} WHERE database_id = ? LIMIT ${SLICE})`,
    ),
  )
  const remove = engine.prepare('DELETE FROM databases WHERE id = ? AND deleted_at IS NOT NULL')

  return async (databaseId: string): Promise<void> => {
    await engine.write(() => lookups.forget(databaseId))
    for (const part of parts) while ((await engine.writeSlice(() => part.run(databaseId).changes)) === SLICE);
    await engine.write(() => void remove.run(databaseId))
  }
}
