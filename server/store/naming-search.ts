import { createTurns } from '../base/turns.ts'
import type { Engine } from './engine.ts'

/**
 * Returns the function that finds records of an account whose documents name another record: the ids of some of them. `names` asks it
 * of one, `@id`, about `@recordId`. Each is looked at by itself, with a turn for everything else between them, since documents may be
 * large and many.
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
