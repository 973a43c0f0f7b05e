import { hintFor } from '../../base/error-hints.ts'
import type { Engine } from '../engine.ts'
import type { JobError, OpenJob } from './rows.ts'

const OVER_BUDGET: JobError = {
  code: 'over_budget',
  message: 'The `max_credits` of the batch did not leave enough for this item.',
  hint: hintFor('over_budget'),
  retryable: true,
}

/** An item whose price is not reserved yet, which may be paid with what other items of its batch leave unspent. */
export type UnpaidItem = Pick<OpenJob, 'account_id' | 'priority' | 'seq' | 'price' | 'reserved'> & {
  batch_id: string
}

/** Items that one transaction skips. */
const SKIPPED_AT_ONCE = 200

/**
 * Budgets of batches (`max_credits`). An item that the budget does not cover yet waits with no reserved credits. What items
 * leave unspent is reserved for the next such item until that is its price; once none can be paid any more, the rest is
 * skipped, some at a time. Call all functions inside a transaction; `onMore` is called if items are left to be skipped.
 */
export function createBudgets(engine: Engine, onMore: (batchId: string) => void) {
  const PENDING = "batch_id = @batch AND state = 'pending'"
  const UNPAID = 'account_id, batch_id, priority, seq, price, reserved FROM open_jobs'
  const unpaid = engine.prepare<UnpaidItem>(
    `SELECT ${UNPAID} WHERE ${PENDING} AND reserved = 0 AND price > 0 LIMIT 1`,
  )
  const partlyPaid = engine.prepare<UnpaidItem>(`
    SELECT ${UNPAID} WHERE ${PENDING} AND reserved > 0 AND reserved < CAST(@price AS INTEGER) AND reserved < price LIMIT 1
  `)
  const pay = engine.prepare(
    'UPDATE open_jobs SET reserved = reserved + ? WHERE account_id = ? AND priority = ? AND seq = ?',
  )
  const PAID_IS_OPEN = (batch: string) => `(
    EXISTS (SELECT 1 FROM open_jobs WHERE batch_id = ${batch} AND state = 'running')
      OR EXISTS (
        SELECT 1 FROM open_jobs WHERE batch_id = ${batch} AND state = 'pending' AND reserved > 0 AND reserved = price
      )
  )`
  const paidIsOpen = engine.prepare<{ open: number }>(`SELECT ${PAID_IS_OPEN('@batch')} AS open`)
  const toSkip = engine.prepare<{ account_id: string; priority: number; seq: number }>(`
    SELECT account_id, priority, seq FROM open_jobs WHERE ${PENDING} AND reserved < price
    ORDER BY reserved DESC LIMIT ${SKIPPED_AT_ONCE}
  `)
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

  /**
   * Skips some items of a batch that can no longer pay for any, first the one for which credits are reserved. Returns false
   * if they were the last.
   */
  const skipSome = (batch: string, now: number): boolean => {
    const rows = toSkip.all({ batch })
    for (const row of rows) {
      skip.run({ ...row, error: JSON.stringify(OVER_BUDGET), now })
      close.run(row)
    }
    return rows.length === SKIPPED_AT_ONCE
  }

  /** Returns the item of the same batch that waits for the credits that this one leaves; null if none waits. */
  const nextUnpaid = ({ batch_id: batch, price }: Pick<OpenJob, 'batch_id' | 'price'>): UnpaidItem | null => {
    if (batch === null || price === 0) return null
    const begun = price > 1 ? partlyPaid.get({ batch, price }) : undefined
    return begun ?? unpaid.get({ batch }) ?? null
  }

  /**
   * Call after an item has ended that cost `left` credits less than were reserved, with the item that waits for them.
   * Returns by how much that changes what is reserved for the items that wait.
   */
  const passOn = (next: UnpaidItem, left: number, now: number): number => {
    const { batch_id: batch, price, reserved } = next
    const paid = Math.min(left, price - reserved)
    if (paid) pay.run(paid, next.account_id, next.priority, next.seq)
    const following = paid < left ? nextUnpaid(next) : null
    if (following) return paid + passOn(following, left - paid, now)
    if (paid === price - reserved || paidIsOpen.get({ batch })!.open) return paid
    if (skipSome(batch, now)) onMore(batch)
    return -reserved
  }

  return {
    nextUnpaid,
    passOn,
    skipSome,
    /** Returns batches that a stop or a crash left with items to skip. */
    skipping: (): string[] => batchesToSkip.all().map(({ id }) => id),
  }
}
