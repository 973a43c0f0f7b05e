import { createRunFinisher } from '../databases/run-finisher.ts'
import type { Services } from '../operations/services.ts'
import { watchStore } from '../store/file/watch-store.ts'
import { createRecordCounter } from '../store/record-sizes.ts'
import { createClockKeeper } from './clock-keeper.ts'
import type { DataFolder } from './open-folder.ts'
import { startSweeping } from './sweep.ts'
import { pauseWork } from './work.ts'

/** Maintains the store of a running service: checks its health, follows its clock, finishes complete runs and sweeps hourly. */
export function createUpkeep(folder: DataFolder, services: Services) {
  const { store, settings, dataDir, now, report, clock } = folder
  const { jobs, workflowRuns, webhookSender } = services
  const storeWatch = watchStore({ ...folder, onDamage: () => pauseWork(services, true) })
  const recordCounter = createRecordCounter(store, dataDir, now)
  const runFinisher = createRunFinisher({ ...folder, rowWriter: services.rowWriter })
  const clockKeeper = createClockKeeper({
    store,
    clock,
    moved() {
      jobs.wakeAll()
      workflowRuns.wake()
      webhookSender.wake()
    },
    report,
  })
  let stopSweeping: (() => Promise<void>) | undefined

  return {
    checkStore: storeWatch.check,
    recordCounter,
    start(): void {
      storeWatch.start()
      runFinisher.start()
      clockKeeper.start()
      stopSweeping = startSweeping(store, settings, dataDir, now, report)
    },
    /** Stops work that reads the whole store, while calls are still served. */
    async stop(): Promise<void> {
      await Promise.all([stopSweeping?.(), storeWatch.stop(), recordCounter.stop()])
    },
    /** Stops work that writes, after which the store may be closed. */
    async close(): Promise<void> {
      await Promise.all([clockKeeper.stop(), runFinisher.stop()])
    },
  }
}
