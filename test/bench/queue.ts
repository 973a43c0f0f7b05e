import { newId } from '../../server/ids.ts'
import { createJobEvents } from '../../server/jobs/job-events.ts'
import { createJobQueue } from '../../server/jobs/job-queue.ts'
import { createBatchStore } from '../../server/store/batches.ts'
import { createCronEndings } from '../../server/store/cron-endings.ts'
import { createCronRunStore } from '../../server/store/cron-runs.ts'
import { createCronStore } from '../../server/store/crons.ts'
import { createChangeStore } from '../../server/store/database-changes.ts'
import { createRunStore } from '../../server/store/database-runs.ts'
import { createEngine } from '../../server/store/engine.ts'
import { createEventStore } from '../../server/store/events.ts'
import { createJobEndings } from '../../server/store/job-endings.ts'
import { createJobFileStore, packResult } from '../../server/store/job-files.ts'
import { createJobQueueStore } from '../../server/store/job-queue.ts'
import type { NewJob, OpenJob } from '../../server/store/job-rows.ts'
import { createJobStore } from '../../server/store/jobs.ts'
import { migrate } from '../../server/store/migrate.ts'
import { openDatabase } from '../../server/store/open-database.ts'
import type { Store } from '../../server/store/open-store.ts'
import { createRowDigests } from '../../server/store/row-digests.ts'
import { createWallClock } from '../../server/wall-clock.ts'

export const JOBS = 4_000
/** Jobs that are made in one transaction. */
const TOGETHER = 500
const LANES = 64

/** Milliseconds to make all jobs, and to take and end them all. */
export interface QueueTimes {
  enqueue: number
  process: number
}

const jobOf = (i: number): NewJob => ({
  id: newId('job'),
  key_id: 'key_1',
  source: 'api',
  type: 'scrape',
  parser_id: 'prs_123',
  parser_version: 1,
  api_id: null,
  input: { url: `https://example.test/p/${i}` },
  priority: 0,
  max_attempts: 3,
  price: 1,
  reserved: 1,
  batch_id: null,
  index: null,
  custom_id: null,
  database_id: null,
  retry_of: null,
  cron_id: null,
})

/** Our queue: jobs that do nothing, each with a result that is kept. */
export async function queueTimes(folder: string): Promise<QueueTimes> {
  const db = openDatabase(folder)
  migrate(db, folder, new Date())
  const engine = createEngine(db)
  const jobs = createJobStore(engine)
  const events = createEventStore(engine)
  const endings = createJobEndings({
    batches: createBatchStore(engine),
    runs: createRunStore(engine),
    events,
    rowDigests: createRowDigests(engine, { events, changes: createChangeStore(engine) }),
    crons: createCronEndings({ crons: createCronStore(engine), runs: createCronRunStore(engine), events }),
  })
  const jobQueue = createJobQueueStore(engine, createJobFileStore(engine), endings)
  const startedAt = performance.now()
  for (let i = 0; i < JOBS; i += TOGETHER) await engine.write(() => make(i))
  const madeAt = performance.now()
  const endedAt = await processAll()
  engine.close()
  return { enqueue: madeAt - startedAt, process: endedAt - madeAt }

  function make(first: number) {
    const made = Array.from({ length: TOGETHER }, (_, i) => jobOf(first + i))
    const { write, open } = jobs.prepareAll('acc_1', made, Date.now())
    open(write())
  }

  /** Gives when the last had ended; stopping the queue is left out, as it is of the anchor. */
  function processAll() {
    let done = 0
    return new Promise<number>((resolve, reject) => {
      const queue = createJobQueue({
        store: { jobQueue } as Store,
        events: createJobEvents(),
        async attempt(row: OpenJob) {
          const result = packResult({})
          const timings = { queued: 0, fetch: 0, parse: 0 }
          const end = { state: 'completed' as const, used: 1, result, timings, expires_at: Date.now() }
          const settled = await jobQueue.endAlone(row, end, Date.now())
          if (++done === JOBS) {
            const endedAt = performance.now()
            void queue.drain(0).then(() => resolve(endedAt))
          }
          return { ...settled, used: 1 }
        },
        lanesOf: async () => LANES,
        settle: () => undefined,
        leaseMs: () => 60_000,
        clock: createWallClock(),
        report: reject,
      })
      void queue.start()
    })
  }
}
