import { createDueLoop, type DueLoop, type DueWork } from '../base/due-loop.ts'
import { newId } from '../base/ids.ts'
import type { DueRun } from '../store/databases/complete-runs.ts'
import { CALL } from '../store/databases/row-digests.ts'
import type { Store } from '../store/open-store.ts'
import type { RowWriter } from './write-rows.ts'

interface FinisherDependencies extends Pick<DueWork<DueRun>, 'clock' | 'report'> {
  store: Pick<Store, 'write' | 'databaseRuns' | 'rowDigests'>
  rowWriter: Pick<RowWriter, 'finishRun'>
}

/**
 * Ends complete runs as `on_missing` says, one after another; those that a stop or a crash leaves are ended after the next
 * start.
 */
export function createRunFinisher({ store, rowWriter, clock, report }: FinisherDependencies) {
  const { databaseRuns, rowDigests } = store
  const loop: DueLoop = createDueLoop<DueRun>({ claim, work: finish, nextDue: () => null, clock, report })

  async function claim() {
    const [first] = loop.running() ? [] : await databaseRuns.due()
    return { taken: first ? [first] : [], isMore: false }
  }

  async function finish({ seq, account_id, database_id, mark, origin }: DueRun): Promise<void> {
    const originId = origin ?? newId(CALL, clock.now())
    await rowWriter.finishRun(account_id, database_id, mark, originId)
    await store.write(() => {
      databaseRuns.remove(seq)
      if (origin === null) rowDigests.end(originId, clock.now())
      else rowDigests.settle(origin, clock.now())
    })
  }

  databaseRuns.onAdded(loop.wake)

  return {
    start: loop.start,
    /** Waits until the run that is being ended is finished. */
    async stop(): Promise<void> {
      await loop.stop()
      await loop.settled()
    },
  }
}
