import type { BatchStore } from './batches.ts'
import type { RunStore } from './database-runs.ts'

/** What the end of a job or a batch reaches. */
export interface EndingParts {
  batches: Pick<BatchStore, 'end'>
  runs: Pick<RunStore, 'add'>
}

/** What follows from the end of a batch, in the transaction that ends its last item. */
export function createJobEndings({ batches, runs }: EndingParts) {
  return {
    /** After the end of items of a batch: ends it too where none is open any more, once. */
    ofBatch(batchId: string, now: number): void {
      const ended = batches.end(batchId, now)
      if (!ended) return
      const { accountId, batch, completeSince } = ended
      if (completeSince !== null) runs.add(accountId, batch.database_id!, completeSince)
    },
  }
}

export type JobEndings = ReturnType<typeof createJobEndings>
