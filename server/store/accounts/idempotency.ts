import type { Engine } from '../engine.ts'

interface Row {
  fingerprint: string
  answer: string | null
  packed: Uint8Array | null
  progress: string | null
  broken_off: number
}

interface RowKey {
  account_id: string
  operation: string
  key: string
}

/** SQL for the row of a key, by account, operation and key. */
export const OF_KEY = 'account_id = ? AND operation = ? AND key = ?'

/** A position before all rows. */
const FIRST: RowKey = { account_id: '', operation: '', key: '' }
const AFTER = '(account_id, operation, key) > (@account_id, @operation, @key)'
/** Rows that one transaction examines. */
const EXPIRED_AT_ONCE = 500

/** A call, identified by its key. */
interface KeyedCall {
  accountId: string
  operation: string
  key: string
}

/** A call that asks whether it may run. */
interface ClaimRequest extends KeyedCall {
  fingerprint: string
  now: number
  /** Rows created before this time count as absent. */
  oldest: number
  /** Whether the call of the row no longer runs although the row says so. */
  isAbandoned: boolean
}

/**
 * The state of a key: free to run, with the progress of the same call if that was interrupted; running; or ended with an
 * answer.
 */
type Claim =
  | { state: 'claimed'; progress: string | null }
  | { state: 'running' | 'answered'; fingerprint: string; answer: string; packed: Uint8Array | null }

/** Stores the rows of `Idempotency-Key`, by account, operation and key. */
export function createIdempotencyStore(engine: Engine) {
  const insert = engine.prepare(`
    INSERT INTO idempotency (account_id, operation, key, fingerprint, created_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING
  `)
  const find = engine.prepare<Row>(
    `SELECT fingerprint, answer, packed, progress, broken_off FROM idempotency WHERE ${OF_KEY}`,
  )
  const dropOld = engine.prepare(`DELETE FROM idempotency WHERE ${OF_KEY} AND created_at < ?`)
  // There is no index by time, which each call would pay for: all rows are walked through, some per transaction.
  const lastOfStretch = engine.prepare<RowKey>(`
    SELECT account_id, operation, key FROM idempotency WHERE ${AFTER}
    ORDER BY account_id, operation, key LIMIT 1 OFFSET ${EXPIRED_AT_ONCE - 1}
  `)
  const expireAfter = engine.prepare(`DELETE FROM idempotency WHERE ${AFTER} AND created_at < @before`)
  const expireStretch = engine.prepare(`
    DELETE FROM idempotency WHERE ${AFTER} AND created_at < @before
      AND (account_id, operation, key) <= (@last_account_id, @last_operation, @last_key)
  `)

  /**
   * Inside a transaction: removes old rows of the next rows after `from`. Returns the last row examined; null at the end.
   */
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
  const takeUp = engine.prepare(`
    UPDATE idempotency SET fingerprint = ?, progress = ?, created_at = ?, broken_off = 0 WHERE ${OF_KEY}
  `)
  const keep = engine.prepare(`UPDATE idempotency SET progress = ? WHERE ${OF_KEY}`)
  const breakOff = engine.prepare(
    'UPDATE idempotency SET broken_off = 1 WHERE answer IS NULL AND progress IS NOT NULL',
  )
  const dropRunning = engine.prepare('DELETE FROM idempotency WHERE answer IS NULL AND progress IS NULL')

  /** Lets a call continue where the interrupted one stopped; a call with another input starts over. */
  const resume = ({ accountId, operation, key, fingerprint, now }: ClaimRequest, before: Row): Claim => {
    const progress = before.fingerprint === fingerprint ? before.progress : null
    takeUp.run(fingerprint, progress, now, accountId, operation, key)
    return { state: 'claimed', progress }
  }

  return {
    /** Marks the key as running, in a commit of its own before the work, or returns the existing row. */
    claim: (request: ClaimRequest) =>
      engine.write((): Claim => {
        const { accountId, operation, key, fingerprint, now, oldest, isAbandoned } = request
        dropOld.run(accountId, operation, key, oldest)
        if (insert.run(accountId, operation, key, fingerprint, now).changes)
          return { state: 'claimed', progress: null }
        const row = find.get(accountId, operation, key)!
        if (row.answer === null && (isAbandoned || row.broken_off)) return resume(request, row)
        return {
          state: row.answer ? 'answered' : 'running',
          fingerprint: row.fingerprint,
          answer: row.answer ?? '',
          packed: row.packed,
        }
      }),
    /** Inside a transaction: keeps the progress of the call that runs under a key, as JSON. */
    keepProgress({ accountId, operation, key }: KeyedCall, progress: string): void {
      keep.run(progress, accountId, operation, key)
    },
    /** Removes rows created before `before` (milliseconds). */
    async expire(before: number): Promise<void> {
      for (let last: RowKey | null = FIRST; last; ) {
        const from: RowKey = last
        last = await engine.writeSlice(() => expireSome(from, before))
      }
    },
    /**
     * Call only at the start: calls that ran when the process ended count as interrupted if they kept their progress; the
     * rows of all others are removed.
     */
    endRunning: (): Promise<void> =>
      engine.write(() => {
        breakOff.run()
        dropRunning.run()
      }),
  }
}
