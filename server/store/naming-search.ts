import { createTurns } from '../base/turns.ts'
import type { Engine } from './engine.ts'

/** The versions of records that a search has examined, by id. */
export type SeenVersions = Map<string, number>

/**
 * Returns a function that finds records of an account whose documents name another record, and returns some of their ids.
 * `names` is the SQL that tells whether the document `@id` names `@recordId`. Each document is checked by itself, and other
 * work can run in between, since documents may be large and many. Its `unseen` finds those that were written meanwhile, inside
 * a transaction.
 */
export function createNamingSearch(engine: Engine, table: string, names: string) {
  const all = engine.prepare<{ id: string; version: number }>(
    `SELECT id, version FROM ${table} WHERE account_id = ? AND deleted_at IS NULL ORDER BY created_at, id`,
  )
  const match = engine.prepare<object>(names)

  async function search(
    accountId: string,
    recordId: string,
    limit: number,
    seen?: SeenVersions,
  ): Promise<string[]> {
    const turns = createTurns()
    const found: string[] = []
    for (const { id, version } of all.all(accountId)) {
      if (turns.isOver()) await turns.next()
      seen?.set(id, version)
      if (match.get({ id, recordId })) found.push(id)
      if (found.length === limit) break
    }
    return found
  }

  const unseen = (accountId: string, recordId: string, seen: SeenVersions): string[] =>
    all
      .all(accountId)
      .filter(({ id, version }) => seen.get(id) !== version && match.get({ id, recordId }) !== undefined)
      .map(({ id }) => id)

  return Object.assign(search, { unseen })
}
