import type { Batch, BatchStore } from './batches.ts'
import type { CronEndings } from './cron-endings.ts'
import type { RunStore } from './database-runs.ts'
import type { EventStore } from './events.ts'
import type { JobError, JobRows, OpenJob } from './job-rows.ts'

/** What the end of a job or a batch reaches. */
export interface EndingParts {
  batches: Pick<BatchStore, 'end'>
  runs: Pick<RunStore, 'add'>
  events: Pick<EventStore, 'enqueue'>
  crons: Pick<CronEndings, 'ofSubject'>
}

/** How a job ended. */
export interface JobEnding {
  state: 'completed' | 'failed' | 'cancelled'
  used: number
  error: JobError | null
  rows: JobRows | null
}

/** What follows from the end of a job or a batch, in the transaction that ends it. */
export function createJobEndings({ batches, runs, events, crons }: EndingParts) {
  return {
    /** Tells webhooks of the end of a job, and ends the run of the cron that made it. */
    ofJob(row: OpenJob, ending: JobEnding, now: number): void {
      events.enqueue(row.account_id, `job.${ending.state}`, () => jobData(row, ending), now)
      if (row.cron_id !== null && row.batch_id === null) crons.ofSubject(row.id, ending, now)
    },
    /** After the end of items of a batch: ends it too where none is open any more, once, and tells of that. */
    ofBatch(batchId: string, now: number): void {
      const ended = batches.end(batchId, now)
      if (!ended) return
      const { accountId, batch, completeSince } = ended
      if (completeSince !== null) runs.add(accountId, batch.database_id!, completeSince)
      const type = `batch.${batch.state as JobEnding['state']}` as const
      events.enqueue(accountId, type, () => batchData(batch), now, batch.webhook)
      if (batch.cron_id !== null) crons.ofSubject(batch.id, cronEnding(batch), now)
    },
  }
}

export type JobEndings = ReturnType<typeof createJobEndings>

/** How a batch ended, to the cron that made it. */
const cronEnding = ({ state, counts, credits }: Batch) => ({
  state: state as JobEnding['state'],
  used: credits.used,
  error:
    state === 'failed'
      ? { code: 'failed', message: `None of the ${counts.total} items of the batch has a result.` }
      : null,
})

const jobData = (row: OpenJob, { used, error, rows }: JobEnding) => ({
  job_id: row.id,
  type: row.type,
  parser_id: row.parser_id,
  api_id: row.api_id,
  batch_id: row.batch_id,
  index: row.idx,
  custom_id: row.custom_id,
  database_id: row.database_id,
  rows,
  error,
  credits_used: used,
})

const batchData = ({ id, name, counts, credits, database_id }: Batch) => ({
  batch_id: id,
  batch_name: name,
  counts,
  database_id,
  credits_used: credits.used,
})
