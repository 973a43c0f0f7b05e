import type { Engine } from '../engine.ts'

/** The columns that hold the keys of rows. One is in use; new keys are written to the other until it replaces the first. */
export type KeyColumn = 'key' | 'other_key'

/** Calls `make` once for each column. */
export const ofEachKeyColumn = <T>(make: (column: KeyColumn) => T): Record<KeyColumn, T> => ({
  key: make('key'),
  other_key: make('other_key'),
})

/** Stores which column holds the current keys of a database. */
export function createKeyColumns(engine: Engine) {
  const usesOther = engine.prepare<{ uses_other_key: number }>(
    'SELECT uses_other_key FROM databases WHERE id = ?',
  )
  const exchange = engine.prepare('UPDATE databases SET uses_other_key = 1 - uses_other_key WHERE id = ?')
  const isOther = (databaseId: string) => usesOther.get(databaseId)?.uses_other_key === 1
  return {
    inUse: (databaseId: string): KeyColumn => (isOther(databaseId) ? 'other_key' : 'key'),
    free: (databaseId: string): KeyColumn => (isOther(databaseId) ? 'key' : 'other_key'),
    exchange: (databaseId: string): void => void exchange.run(databaseId),
  }
}

export type KeyColumns = ReturnType<typeof createKeyColumns>
