import { createWallClock } from '../../server/base/wall-clock.ts'
import { createJobEvents } from '../../server/jobs/job-events.ts'
import { createJobQueue } from '../../server/jobs/job-queue.ts'
import { createEngine } from '../../server/store/engine.ts'
import { migrate } from '../../server/store/file/migrate.ts'
import { openDatabase } from '../../server/store/file/open-database.ts'
import { packResult } from '../../server/store/jobs/files.ts'
import type { OpenJob } from '../../server/store/jobs/rows.ts'
import type { Store } from '../../server/store/open-store.ts'
import { queueStores } from '../jobs/support/queue-stores.ts'
import { newStoredJob } from '../jobs/support/stored-job.ts'

export const JOBS = 4_000
/** Jobs that are created in one transaction. */
const JOBS_PER_WRITE = 500
const SLOTS = 64

/** Milliseconds to create all jobs, and to claim and end all of them. */
export interface QueueTimes {
  enqueue: number
  process: number
}

const jobOf = (i: number) =>
  newStoredJob(Date.now(), {
    type: 'scrape',
    parser_id: 'prs_123',
    parser_version: 1,
    api_id: null,
    input: { url: `https://example.test/p/${i}` },
    max_attempts: 3,
    price: 1,
    reserved: 1,
  })

/** Times our queue with jobs that do nothing. Each has a result, which is kept. */
export async function queueTimes(folder: string): Promise<QueueTimes> {
  const db = openDatabase(folder)
  migrate(db, folder, new Date())
  const engine = createEngine(db)
  const { jobs, jobQueue } = queueStores(engine)
  const startedAt = performance.now()
  for (let i = 0; i < JOBS; i += JOBS_PER_WRITE) await engine.write(() => createJobs(i))
  const madeAt = performance.now()
  const endedAt = await processAll()
  engine.close()
  return { enqueue: madeAt - startedAt, process: endedAt - madeAt }

  function createJobs(first: number) {
    const newJobs = Array.from({ length: JOBS_PER_WRITE }, (_, i) => jobOf(first + i))
    const { write, open } = jobs.prepareAll('acc_1', newJobs, Date.now())
    open(write())
  }

  /** Resolves to the time when the last job had ended. Stopping the queue is not included, nor is it for the anchor. */
  function processAll() {
    let done = 0
    return new Promise<number>((resolve, reject) => {
      async function attempt(row: OpenJob) {
        const result = packResult({})
        const timings = { queued: 0, fetch: 0, parse: 0 }
        const end = { state: 'completed' as const, used: 1, result, timings, expires_at: Date.now() }
        const outcome = await jobQueue.endAlone(row, end, Date.now())
        if (++done === JOBS) {
          const endedAt = performance.now()
          void queue.drain(0).then(() => resolve(endedAt))
        }
        return { ...outcome, used: 1 }
      }
      const queue = createJobQueue({
        store: { jobQueue } as Store,
        events: createJobEvents(),
        slotsOf: async () => SLOTS,
        settle: () => undefined,
        leaseMs: () => 60_000,
        clock: createWallClock(),
        report: reject,
      })
      void queue.start(attempt)
    })
  }
}
