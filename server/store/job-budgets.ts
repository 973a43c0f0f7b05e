import type { Engine } from './engine.ts'
import type { JobError, OpenJob } from './job-rows.ts'

const OVER_BUDGET: JobError = {
  code: 'over_budget',
  message: 'The batch had spent its `max_credits` before this item had its turn.',
  hint: 'Retry the batch with more, or make another of what is left.',
  retryable: true,
}

/**
 * Budgets of batches (`max_credits`): an item that the budget does not reach yet waits with nothing reserved. What an
 * item did not cost goes to the next such item; once none can be paid any more, the rest is skipped.
 */
export function createBudgets(engine: Engine) {
  const UNPAID = "batch_id = ? AND state = 'pending' AND reserved = 0 AND price > 0"
  const nextUnpaid = engine.prepare<Pick<OpenJob, 'account_id' | 'priority' | 'seq' | 'price'>>(
    `SELECT account_id, priority, seq, price FROM open_jobs WHERE ${UNPAID} LIMIT 1`,
  )
  const pay = engine.prepare(
    'UPDATE open_jobs SET reserved = price WHERE account_id = ? AND priority = ? AND seq = ?',
  )
  const paidIsOpen = engine.prepare<{ open: number }>(`
    SELECT EXISTS (SELECT 1 FROM open_jobs WHERE batch_id = @batch AND state = 'running')
      OR EXISTS (SELECT 1 FROM open_jobs WHERE batch_id = @batch AND state = 'pending' AND reserved > 0) AS open
  `)
  const skip = engine.prepare(`
    INSERT INTO job_ends (job, batch_id, state, attempt, run_at, error, finished_at)
    SELECT seq, batch_id, 'skipped', attempt, run_at, ?, ? FROM open_jobs WHERE ${UNPAID}
  `)
  const close = engine.prepare(`DELETE FROM open_jobs WHERE ${UNPAID}`)

  return {
    /** After the end of an item that cost less than was set aside by `left`: gives what of that its batch holds on to. */
    passOn({ batch_id, price }: Pick<OpenJob, 'batch_id' | 'price'>, left: number, now: number): number {
      if (batch_id === null || price === 0) return 0
      const next = nextUnpaid.get(batch_id)
      if (!next) return 0
      if (next.price <= left) {
        pay.run(next.account_id, next.priority, next.seq)
        return next.price
      }
      if (paidIsOpen.get({ batch: batch_id })!.open) return 0
      skip.run(JSON.stringify(OVER_BUDGET), now, batch_id)
      close.run(batch_id)
      return 0
    },
  }
}
