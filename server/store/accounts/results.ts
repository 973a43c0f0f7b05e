import type { Engine } from '../engine.ts'

/** Stands in the place of the operation in rows that keep a result: no operation has this id. */
export const KEPT_RESULT = 'kept-result'

interface Row {
  answer: string
}

/** Results that are kept for a later reading, beside the answers of idempotent calls and for as long. */
export function createResultStore(engine: Engine) {
  const find = engine.prepare<Row>(
    `SELECT answer FROM idempotency WHERE account_id = ? AND operation = '${KEPT_RESULT}' AND key = ? AND created_at >= ?`,
  )
  const markRead = engine.prepare(`
    UPDATE idempotency SET answer = json_set(answer, '$.unread', json('false'))
    WHERE account_id = ? AND operation = '${KEPT_RESULT}' AND key = ?
  `)

  return {
    /** The answer as it was kept; null where there is none, or none that is younger than `oldest`. */
    find: async (accountId: string, id: string, oldest: number): Promise<string | null> =>
      find.get(accountId, id, oldest)?.answer ?? null,
    markRead: (accountId: string, id: string): Promise<void> =>
      engine.write(() => void markRead.run(accountId, id)),
  }
}
