import { hintFor } from '../../base/error-hints.ts'
import type { Engine } from '../engine.ts'
import type { JobError, OpenJob } from './rows.ts'

const OVER_BUDGET: JobError = {
  code: 'over_budget',
  message: 'The batch had spent its `max_credits` before this item started.',
  hint: hintFor('over_budget'),
  retryable: true,
}

/** An item with no reserved credits, which may be paid with what other items of its batch leave unspent. */
export type UnpaidItem = Pick<OpenJob, 'account_id' | 'priority' | 'seq' | 'price'> & { batch_id: string }

/** Items that one transaction skips. */
const SKIPPED_AT_ONCE = 200

/**
 * Budgets of batches (`max_credits`). An item that the budget does not cover yet waits with no reserved credits. What an
 * item leaves unspent pays for the next such item; once none can be paid any more, the rest is skipped, some at a time.
 * Call all functions inside a transaction; `onMore` is called if items are left to be skipped.
 */
export function createBudgets(engine: Engine, onMore: (batchId: string) => void) {
  const UNPAID = "batch_id = @batch AND state = 'pending' AND reserved = 0 AND price > 0"
  const nextUnpaid = engine.prepare<UnpaidItem>(
    `SELECT account_id, batch_id, priority, seq, price FROM open_jobs WHERE ${UNPAID} LIMIT 1`,
  )
  const pay = engine.prepare(
    'UPDATE open_jobs SET reserved = price WHERE account_id = ? AND priority = ? AND seq = ?',
  )
  const PAID_IS_OPEN = (batch: string) => `(
    EXISTS (SELECT 1 FROM open_jobs WHERE batch_id = ${batch} AND state = 'running')
      OR EXISTS (SELECT 1 FROM open_jobs WHERE batch_id = ${batch} AND state = 'pending' AND reserved > 0)
  )`
  const paidIsOpen = engine.prepare<{ open: number }>(`SELECT ${PAID_IS_OPEN('@batch')} AS open`)
  const unpaid = engine.prepare<{ account_id: string; priority: number; seq: number }>(
    `SELECT account_id, priority, seq FROM open_jobs WHERE ${UNPAID} LIMIT ${SKIPPED_AT_ONCE}`,
  )
  const JOB_KEY = 'account_id = @account_id AND priority = @priority AND seq = @seq'
  const skip = engine.prepare(`
    INSERT INTO job_ends (job, batch_id, state, attempt, run_at, error, finished_at)
    SELECT seq, batch_id, 'skipped', attempt, run_at, @error, @now FROM open_jobs WHERE ${JOB_KEY}
  `)
  const close = engine.prepare(`DELETE FROM open_jobs WHERE ${JOB_KEY}`)
  const batchesToSkip = engine.prepare<{ id: string }>(`
    SELECT id FROM batches WHERE max_credits IS NOT NULL AND ended_at IS NULL AND account_id <> ''
      AND EXISTS (
        SELECT 1 FROM open_jobs WHERE batch_id = batches.id AND state = 'pending' AND reserved = 0 AND price > 0
      )
      AND NOT ${PAID_IS_OPEN('batches.id')}
  `)

  /** Skips some items of a batch that can no longer pay for any. Returns false if they were the last. */
  const skipSome = (batch: string, now: number): boolean => {
    const rows = unpaid.all({ batch })
    for (const row of rows) {
      skip.run({ ...row, error: JSON.stringify(OVER_BUDGET), now })
      close.run(row)
    }
    return rows.length === SKIPPED_AT_ONCE
  }

  return {
    /** Returns the item of the same batch that waits for the credits that this one leaves; null if none waits. */
    nextUnpaid: ({ batch_id, price }: Pick<OpenJob, 'batch_id' | 'price'>): UnpaidItem | null =>
      batch_id === null || price === 0 ? null : (nextUnpaid.get({ batch: batch_id }) ?? null),
    /**
     * Call after an item has ended that cost `left` credits less than were reserved, with the item that waits for them.
     * Returns how many of these credits stay reserved for the batch.
     */
    passOn(next: UnpaidItem, left: number, now: number): number {
      if (next.price <= left) {
        pay.run(next.account_id, next.priority, next.seq)
        return next.price
      }
      const batch = next.batch_id
      if (!paidIsOpen.get({ batch })!.open && skipSome(batch, now)) onMore(batch)
      return 0
    },
    skipSome,
    /** Returns batches that a stop or a crash left with items to skip. */
    skipping: (): string[] => batchesToSkip.all().map(({ id }) => id),
  }
}
