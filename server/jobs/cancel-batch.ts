import type { JobSettlement } from '../accounts/credits.ts'
import type { Store } from '../store/open-store.ts'
import type { JobEvents } from './job-events.ts'

/** Dependencies of cancelling a batch. */
interface BatchCancelDependencies {
  store: { jobQueue: Pick<Store['jobQueue'], 'cancelSome' | 'cancelling'> }
  events: JobEvents
  /** Loads the account's balance, so that `settle` can be called. */
  slotsOf(accountId: string): Promise<number>
  settle(settlement: JobSettlement): void
  stopAttempt(jobId: string): void
  now(): number
}

/** Cancels the items of a batch in groups. No other item starts meanwhile, and a restart of the service continues. */
export function createBatchCancel({
  store,
  events,
  slotsOf,
  settle,
  stopAttempt,
  now,
}: BatchCancelDependencies) {
  const { jobQueue } = store

  /** Returns false if all items have already ended. */
  async function cancel(accountId: string, batchId: string): Promise<boolean> {
    await slotsOf(accountId)
    let isAny = false
    for (;;) {
      const ended = await jobQueue.cancelSome(batchId, now())
      if (!ended.length) break
      isAny = true
      for (const job of ended) {
        settle({ ...job, used: 0 })
        stopAttempt(job.id)
        events.changed(job.id)
      }
    }
    events.changed(batchId)
    return isAny
  }

  return {
    cancel,
    /** Continues cancellations that a stop or a crash interrupted. */
    async goOn(): Promise<void> {
      for (const { id, account_id } of jobQueue.cancelling()) await cancel(account_id, id)
    },
  }
}
