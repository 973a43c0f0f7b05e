import type { Engine } from './engine.ts'
import type { JobError, JobRow } from './job-rows.ts'

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
  const nextUnpaid = engine.prepare<{ seq: number; price: number }>(`
    SELECT seq, price FROM jobs WHERE batch_id = ? AND state = 'pending' AND reserved = 0 AND price > 0 LIMIT 1
  `)
  const pay = engine.prepare('UPDATE jobs SET reserved = price WHERE seq = ?')
  const paidIsOpen = engine.prepare<{ open: number }>(`
    SELECT EXISTS (SELECT 1 FROM jobs WHERE batch_id = @batch AND state = 'running')
      OR EXISTS (SELECT 1 FROM jobs WHERE batch_id = @batch AND state = 'pending' AND reserved > 0) AS open
  `)
  const skip = engine.prepare(`
    UPDATE jobs SET state = 'skipped', error = ?, finished_at = ?
    WHERE batch_id = ? AND state = 'pending' AND reserved = 0 AND price > 0
  `)

  return {
    /** After the end of an item that cost less than was set aside by `left`: gives what of that its batch holds on to. */
    passOn({ batch_id, price }: Pick<JobRow, 'batch_id' | 'price'>, left: number, now: number): number {
      if (batch_id === null || price === 0) return 0
      const next = nextUnpaid.get(batch_id)
      if (!next) return 0
      if (next.price <= left) {
        pay.run(next.seq)
        return next.price
      }
      if (!paidIsOpen.get({ batch: batch_id })!.open) skip.run(JSON.stringify(OVER_BUDGET), now, batch_id)
      return 0
    },
  }
}
