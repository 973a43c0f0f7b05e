import { createTurns } from '../base/turns.ts'
import type { Engine } from './engine.ts'

/**
 * Returns a function that finds records of an account whose documents name another record, and returns some of their ids.
 * `names` is the SQL that tells whether the document `@id` names `@recordId`. Each document is checked by itself, and other
 * work can run in between, since documents may be large and many.
 */
export function createNamingSearch(engine: Engine, table: string, names: string) {
  const all = engine.prepare<{ id: string }>(
    `SELECT id FROM ${table} WHERE account_id = ? AND deleted_at IS NULL ORDER BY created_at, id`,
  )
  const match = engine.prepare<object>(names)

  return async (accountId: string, recordId: string, limit: number): Promise<string[]> => {
    const turns = createTurns()
    const found: string[] = []
    for (const { id } of all.all(accountId)) {
      if (turns.isOver()) await turns.next()
      if (match.get({ id, recordId })) found.push(id)
      if (found.length === limit) break
    }
    return found
  }
}
