import { createBatchStore } from '../../../server/store/batches.ts'
import { createCronEndings } from '../../../server/store/cron-endings.ts'
import { createCronRunStore } from '../../../server/store/cron-runs.ts'
import { createCronStore } from '../../../server/store/crons.ts'
import { createChangeStore } from '../../../server/store/database-changes.ts'
import { createRunStore } from '../../../server/store/database-runs.ts'
import type { Engine } from '../../../server/store/engine.ts'
import { createEventStore } from '../../../server/store/events.ts'
import { createJobEndings } from '../../../server/store/job-endings.ts'
import { createJobFileStore } from '../../../server/store/job-files.ts'
import { createJobQueueStore } from '../../../server/store/job-queue.ts'
import { createJobStore } from '../../../server/store/jobs.ts'
import { createRowDigests } from '../../../server/store/row-digests.ts'

/** Jobs and their queue over an engine, without the rest of a store. */
export function queueStores(engine: Engine) {
  const events = createEventStore(engine)
  const endings = createJobEndings({
    batches: createBatchStore(engine),
    runs: createRunStore(engine),
    events,
    rowDigests: createRowDigests(engine, { events, changes: createChangeStore(engine) }),
    crons: createCronEndings({ crons: createCronStore(engine), runs: createCronRunStore(engine), events }),
  })
  return {
    jobs: createJobStore(engine),
    jobQueue: createJobQueueStore(engine, createJobFileStore(engine), endings),
  }
}
