import type { Store } from '../store/open-store.ts'
import type { RowWriter } from './write-rows.ts'

interface FinisherParts {
  store: Pick<Store, 'databaseRuns'>
  rowWriter: Pick<RowWriter, 'finishRun'>
  report(error: unknown): void
}

/** Ends complete runs as `on_missing` says, one after the other; what a stop or a crash leaves is ended after the next start. */
export function createRunFinisher({ store: { databaseRuns }, rowWriter, report }: FinisherParts) {
  let work = Promise.resolve()
  let isStopped = false

  async function finishDue(): Promise<void> {
    for (const { seq, account_id, database_id, mark } of isStopped ? [] : await databaseRuns.due()) {
      if (isStopped) return
      await rowWriter.finishRun(account_id, database_id, mark)
      await databaseRuns.remove(seq)
    }
  }

  const wake = (): Promise<void> => {
    work = work.then(finishDue).catch(report)
    return work
  }
  databaseRuns.onAdded(() => void wake())

  return {
    /** Ends all that is due. */
    wake,
    /** Waits for the run whose end is under way. */
    stop(): Promise<void> {
      isStopped = true
      return work
    },
  }
}
