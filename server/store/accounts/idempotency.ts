import type { Engine } from '../engine.ts'

interface Row {
  fingerprint: string
  answer: string | null
  packed: Uint8Array | null
  created_at: number
}

interface RowKey {
  account_id: string
  operation: string
  key: string
}

/** Before all rows. */
const FIRST: RowKey = { account_id: '', operation: '', key: '' }
const AFTER = '(account_id, operation, key) > (@account_id, @operation, @key)'
/** Rows that one transaction looks at. */
const EXPIRED_AT_ONCE = 500

/** What is known of a key: free to run, running, or ended with an answer. */
export type Claim =
  | { state: 'claimed' }
  | { state: 'running' | 'answered'; fingerprint: string; answer: string; packed: Uint8Array | null }

/** The rows behind `Idempotency-Key`, by account, operation and key. */
export function createIdempotencyStore(engine: Engine) {
  const insert = engine.prepare(`
    INSERT INTO idempotency (account_id, operation, key, fingerprint, created_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING
  `)
  const find = engine.prepare<Row>(
    'SELECT fingerprint, answer, packed, created_at FROM idempotency WHERE account_id = ? AND operation = ? AND key = ?',
  )
  const dropOld = engine.prepare(
    'DELETE FROM idempotency WHERE account_id = ? AND operation = ? AND key = ? AND created_at < ?',
  )
  // Without an index by time, whose upkeep each call would pay for: all rows are walked through, some in a transaction.
  const lastOfStretch = engine.prepare<RowKey>(`
    SELECT account_id, operation, key FROM idempotency WHERE ${AFTER}
    ORDER BY account_id, operation, key LIMIT 1 OFFSET ${EXPIRED_AT_ONCE - 1}
  `)
  const expireAfter = engine.prepare(`DELETE FROM idempotency WHERE ${AFTER} AND created_at < @before`)
  const expireStretch = engine.prepare(`
    DELETE FROM idempotency WHERE ${AFTER} AND created_at < @before
      AND (account_id, operation, key) <= (@last_account_id, @last_operation, @last_key)
  `)

  /** In a transaction: removes what is old of some rows after one; gives the last of them, null at the end. */
  const expireSome = (from: RowKey, before: number): RowKey | null => {
    const last = lastOfStretch.get(from) ?? null
    if (!last) expireAfter.run({ ...from, before })
    else {
      const { account_id, operation, key } = last
      const to = { last_account_id: account_id, last_operation: operation, last_key: key }
      expireStretch.run({ ...from, ...to, before })
    }
    return last
  }
  const dropRunning = engine.prepare('DELETE FROM idempotency WHERE answer IS NULL')

  return {
    /** Marks the key as running, in its own commit before the work, or returns what is there. Rows from before `oldest` count as absent. */
    claim: (
      accountId: string,
      operation: string,
      key: string,
      fingerprint: string,
      now: number,
      oldest: number,
    ) =>
      engine.write((): Claim => {
        dropOld.run(accountId, operation, key, oldest)
        if (insert.run(accountId, operation, key, fingerprint, now).changes) return { state: 'claimed' }
        const row = find.get(accountId, operation, key)!
        return {
          state: row.answer ? 'answered' : 'running',
          fingerprint: row.fingerprint,
          answer: row.answer ?? '',
          packed: row.packed,
        }
      }),
    /** Removes rows older than `before` (milliseconds). */
    async expire(before: number): Promise<void> {
      for (let last: RowKey | null = FIRST; last; ) {
        const from: RowKey = last
        last = await engine.writeSlice(() => expireSome(from, before))
      }
    },
    /** Forgets what ran when the process ended; for the start only. */
    dropRunning: (): Promise<void> => engine.write(() => void dropRunning.run()),
  }
}
