import type { Engine } from '../engine.ts'
import { createRemoval } from '../remove-rows.ts'

interface Row {
  fingerprint: string
  answer: string | null
  packed: Uint8Array | null
  created_at: number
}

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
  const expire = createRemoval(engine, 'idempotency', 'created_at < ?', {
    key: 'account_id, operation, key',
  })
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
    expire: (before: number): Promise<void> => expire(before),
    /** Forgets what ran when the process ended; for the start only. */
    dropRunning: (): Promise<void> => engine.write(() => void dropRunning.run()),
  }
}
