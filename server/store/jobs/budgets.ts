import { hintFor } from '../../base/error-hints.ts'
import type { Engine } from '../engine.ts'
import type { JobError, OpenJob } from './rows.ts'

const OVER_BUDGET: JobError = {
  code: 'over_budget',
  message: 'The batch had spent its `max_credits` before this item started.',
  hint: hintFor('over_budget'),
  retryable: true,
}

/** An item with nothing reserved, which others of its batch may leave enough for. */
export type UnpaidItem = Pick<OpenJob, 'account_id' | 'priority' | 'seq' | 'price'> & { batch_id: string }

/** Items that one transaction skips. */
const SKIPPED_AT_ONCE = 200

/**
 * Budgets of batches (`max_credits`): an item that the budget does not reach yet waits with nothing reserved. What an
 * item did not cost goes to the next such item; once none can be paid any more, the rest is skipped, some at a time. All is
 * for use inside a transaction; `more` is called where items are left to be skipped.
 */
export function createBudgets(engine: Engine, more: (batchId: string) => void) {
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
  const WHICH = 'account_id = @account_id AND priority = @priority AND seq = @seq'
  const skip = engine.prepare(`
    INSERT INTO job_ends (job, batch_id, state, attempt, run_at, error, finished_at)
    SELECT seq, batch_id, 'skipped', attempt, run_at, @error, @now FROM open_jobs WHERE ${WHICH}
  `)
  const close = engine.prepare(`DELETE FROM open_jobs WHERE ${WHICH}`)
  const underWay = engine.prepare<{ id: string }>(`
    SELECT id FROM batches WHERE max_credits IS NOT NULL AND ended_at IS NULL AND account_id <> ''
      AND EXISTS (
        SELECT 1 FROM open_jobs WHERE batch_id = batches.id AND state = 'pending' AND reserved = 0 AND price > 0
      )
      AND NOT ${PAID_IS_OPEN('batches.id')}
  `)

  /** Skips some items of a batch that can pay none any more; false where they were the last. */
  const skipSome = (batch: string, now: number): boolean => {
    const rows = unpaid.all({ batch })
    for (const row of rows) {
      skip.run({ ...row, error: JSON.stringify(OVER_BUDGET), now })
      close.run(row)
    }
    return rows.length === SKIPPED_AT_ONCE
  }

  return {
    /** The item of the same batch that waits to be paid by what this one leaves; null where none does. */
    nextUnpaid: ({ batch_id, price }: Pick<OpenJob, 'batch_id' | 'price'>): UnpaidItem | null =>
      batch_id === null || price === 0 ? null : (nextUnpaid.get({ batch: batch_id }) ?? null),
    /**
     * After the end of an item that cost less than was set aside by `left`, with the one that waits for that: returns what of
     * it their batch holds on to.
     */
    passOn(next: UnpaidItem, left: number, now: number): number {
      if (next.price <= left) {
        pay.run(next.account_id, next.priority, next.seq)
        return next.price
      }
      const batch = next.batch_id
      if (!paidIsOpen.get({ batch })!.open && skipSome(batch, now)) more(batch)
      return 0
    },
    skipSome,
    /** Batches that a stop or a crash left with items to be skipped. */
    skipping: (): string[] => underWay.all().map(({ id }) => id),
  }
}
