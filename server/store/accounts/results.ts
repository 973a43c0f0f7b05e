import { LRUCache } from 'lru-cache'
import { createTurns } from '../../base/turns.ts'
import type { Engine } from '../engine.ts'

/** Stands in the place of the operation in rows that keep a result: no operation has this id. */
export const KEPT_RESULT = 'kept-result'

/** Results of an account that a list looks at. */
const MOST_LOOKED_AT = 10_000
/** Accounts that are remembered as having none. */
const REMEMBERED = 1_000

interface Row {
  answer: string
}

/** A kept result, without what it says. */
interface KeptEntry {
  id: string
  bytes: number
  kept_at: number
}

/** Results that are kept for a later reading, beside the answers of idempotent calls and for as long. Most accounts have none. */
export function createResultStore(engine: Engine) {
  const find = engine.prepare<Row>(
    `SELECT answer FROM idempotency WHERE account_id = ? AND operation = '${KEPT_RESULT}' AND key = ? AND created_at >= ?`,
  )
  const keys = engine.prepare<{ key: string }>(
    `SELECT key FROM idempotency WHERE account_id = ? AND operation = '${KEPT_RESULT}' LIMIT ${MOST_LOOKED_AT}`,
  )
  const about = engine.prepare<KeptEntry>(
    `SELECT key AS id, octet_length(answer) AS bytes, created_at AS kept_at FROM idempotency
    WHERE account_id = ? AND operation = '${KEPT_RESULT}' AND key = ? AND created_at >= ?`,
  )
  const any = engine.prepare<object>(
    `SELECT 1 FROM idempotency WHERE account_id = ? AND operation = '${KEPT_RESULT}' LIMIT 1`,
  )
  const keep = engine.prepare(`
    INSERT INTO idempotency (account_id, operation, key, fingerprint, answer, created_at)
    VALUES (?, '${KEPT_RESULT}', ?, '', ?, ?)
    ON CONFLICT DO UPDATE SET answer = excluded.answer, created_at = excluded.created_at
  `)
  const markRead = engine.prepare(`
    UPDATE idempotency SET answer = json_set(answer, '$.unread', json('false'))
    WHERE account_id = ? AND operation = '${KEPT_RESULT}' AND key = ?
  `)

  const withoutAny = new LRUCache<string, true>({ max: REMEMBERED })

  return {
    /** False for an account that has none for certain. */
    mayHave: (accountId: string): boolean => !withoutAny.has(accountId),
    /** The answer as it was kept; null where there is none, or none that is younger than `oldest`. */
    async find(accountId: string, id: string, oldest: number): Promise<string | null> {
      const row = find.get(accountId, id, oldest)
      if (!row && !any.get(accountId)) withoutAny.set(accountId, true)
      return row?.answer ?? null
    },
    /** Keeps an answer; runs within the transaction that ends its call. */
    keep(accountId: string, { id, answer }: { id: string; answer: string }, at: number): void {
      withoutAny.delete(accountId)
      keep.run(accountId, id, answer, at)
    },
    /** Those that are not older than `oldest`, the newest first. What lies behind a large answer takes long to read: in turns. */
    async list(accountId: string, oldest: number, limit: number): Promise<KeptEntry[]> {
      const turns = createTurns()
      const found: KeptEntry[] = []
      for (const { key } of keys.all(accountId)) {
        if (turns.isOver()) await turns.next()
        const entry = about.get(accountId, key, oldest)
        if (entry) found.push(entry)
      }
      return found.toSorted((a, b) => b.kept_at - a.kept_at).slice(0, limit)
    },
    markRead: (accountId: string, id: string): Promise<void> =>
      engine.write(() => void markRead.run(accountId, id)),
  }
}

export type ResultStore = ReturnType<typeof createResultStore>
