import { createDueLoop, type DueLoop, type DueWork } from '../due-loop.ts'
import type { DueRun } from '../store/database-runs.ts'
import type { Store } from '../store/open-store.ts'
import type { RowWriter } from './write-rows.ts'

interface FinisherParts extends Pick<DueWork<DueRun>, 'clock' | 'report'> {
  store: Pick<Store, 'databaseRuns'>
  rowWriter: Pick<RowWriter, 'finishRun'>
}

/** Ends complete runs as `on_missing` says, one after the other; what a stop or a crash leaves is ended after the next start. */
export function createRunFinisher({ store: { databaseRuns }, rowWriter, clock, report }: FinisherParts) {
  const loop: DueLoop = createDueLoop<DueRun>({
    async claim() {
      const [first] = loop.running() ? [] : await databaseRuns.due()
      return { taken: first ? [first] : [], isMore: false }
    },
    async work({ seq, account_id, database_id, mark }) {
      await rowWriter.finishRun(account_id, database_id, mark)
      await databaseRuns.remove(seq)
    },
    nextDue: () => null,
    clock,
    report,
  })
  databaseRuns.onAdded(loop.wake)

  return {
    start: loop.start,
    /** Waits for the run whose end is under way. */
    async stop(): Promise<void> {
      await loop.stop()
      await loop.settled()
    },
  }
}
