import type { JobSettlement } from '../accounts/credits.ts'
import type { Store } from '../store/open-store.ts'
import type { JobEvents } from './job-events.ts'

/** What the cancelling of a batch stands on. */
export interface BatchCancelParts {
  store: { jobQueue: Pick<Store['jobQueue'], 'cancelSome' | 'cancelling'> }
  events: JobEvents
  /** Has the account's balance known from then on. */
  slotsOf(accountId: string): Promise<number>
  settle(settlement: JobSettlement): void
  stopAttempt(jobId: string): void
  now(): number
}

/** Cancels batches some items at a time; once begun, none of the others starts, and a restart goes on with it. */
export function createBatchCancel({ store, events, slotsOf, settle, stopAttempt, now }: BatchCancelParts) {
  const { jobQueue } = store

  /** False where all items have ended already. */
  async function cancel(accountId: string, batchId: string): Promise<boolean> {
    await slotsOf(accountId)
    let isAny = false
    for (;;) {
      const ended = await jobQueue.cancelSome(batchId, now())
      if (!ended.length) break
      isAny = true
      for (const one of ended) {
        settle({ ...one, used: 0 })
        stopAttempt(one.id)
        events.changed(one.id)
      }
    }
    events.changed(batchId)
    return isAny
  }

  return {
    cancel,
    /** Goes on with what a stop or a crash has left. */
    async goOn(): Promise<void> {
      for (const { id, account_id } of jobQueue.cancelling()) await cancel(account_id, id)
    },
  }
}
