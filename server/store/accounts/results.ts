import { LRUCache } from 'lru-cache'
import { createTurns } from '../../base/turns.ts'
import type { Engine } from '../engine.ts'

/** The operation in rows that keep a result: no operation has this id. */
export const KEPT_RESULT = 'kept-result'

/** Results of an account that one list examines. */
const MAX_EXAMINED = 10_000
/** Accounts that are remembered as having no results. */
const MAX_REMEMBERED = 1_000

interface Row {
  answer: string
}

/** A kept result, without its content. */
interface KeptResult {
  id: string
  bytes: number
  kept_at: number
}

/**
 * Stores results for later reading, in the table of the answers of idempotent calls and for as long. Most accounts have
 * none.
 */
export function createResultStore(engine: Engine) {
  const find = engine.prepare<Row>(
    `SELECT answer FROM idempotency WHERE account_id = ? AND operation = '${KEPT_RESULT}' AND key = ? AND created_at >= ?`,
  )
  const keys = engine.prepare<{ key: string }>(
    `SELECT key FROM idempotency WHERE account_id = ? AND operation = '${KEPT_RESULT}' LIMIT ${MAX_EXAMINED}`,
  )
  const entryOf = engine.prepare<KeptResult>(
    `SELECT key AS id, octet_length(answer) AS bytes, created_at AS kept_at FROM idempotency
    WHERE account_id = ? AND operation = '${KEPT_RESULT}' AND key = ? AND created_at >= ?`,
  )
  const hasAny = engine.prepare<object>(
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

  const withoutAny = new LRUCache<string, true>({ max: MAX_REMEMBERED })

  return {
    /** Returns false for an account that certainly has no results. */
    mayHave: (accountId: string): boolean => !withoutAny.has(accountId),
    /** Returns the answer as it was kept; null if there is none, or it is older than `oldest`. */
    async find(accountId: string, id: string, oldest: number): Promise<string | null> {
      const row = find.get(accountId, id, oldest)
      if (!row && !hasAny.get(accountId)) withoutAny.set(accountId, true)
      return row?.answer ?? null
    },
    /** Keeps an answer. Call inside the transaction that ends its call. */
    keep(accountId: string, { id, answer }: { id: string; answer: string }, at: number): void {
      withoutAny.delete(accountId)
      keep.run(accountId, id, answer, at)
    },
    /**
     * Returns the results that are not older than `oldest`, the newest first. Reading past a large answer takes long, so
     * this pauses for other work.
     */
    async list(accountId: string, oldest: number, limit: number): Promise<KeptResult[]> {
      const turns = createTurns()
      const found: KeptResult[] = []
      for (const { key } of keys.all(accountId)) {
        if (turns.isOver()) await turns.next()
        const entry = entryOf.get(accountId, key, oldest)
        if (entry) found.push(entry)
      }
      return found.toSorted((a, b) => b.kept_at - a.kept_at).slice(0, limit)
    },
    markRead: (accountId: string, id: string): Promise<void> =>
      engine.write(() => void markRead.run(accountId, id)),
  }
}

export type ResultStore = ReturnType<typeof createResultStore>
