import { createCronStore } from '../../../server/store/crons/crons.ts'
import { createCronEndings } from '../../../server/store/crons/endings.ts'
import { createCronRunStore } from '../../../server/store/crons/runs.ts'
import { createChangeStore } from '../../../server/store/databases/changes.ts'
import { createRunStore } from '../../../server/store/databases/complete-runs.ts'
import { createRowDigests } from '../../../server/store/databases/row-digests.ts'
import type { Engine } from '../../../server/store/engine.ts'
import { createBatchStore } from '../../../server/store/jobs/batches.ts'
import { createJobEndings } from '../../../server/store/jobs/completion-effects.ts'
import { createJobFileStore } from '../../../server/store/jobs/files.ts'
import { createJobStore } from '../../../server/store/jobs/jobs.ts'
import { createListPageStore } from '../../../server/store/jobs/list-pages.ts'
import { createJobQueueStore } from '../../../server/store/jobs/queue.ts'
import { createEventStore } from '../../../server/store/webhooks/events.ts'

/** Creates the stores of jobs and their queue over an engine, without the rest of a store. */
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
    jobQueue: createJobQueueStore(engine, createJobFileStore(engine), createListPageStore(engine), endings),
  }
}
