import type { CronEndings } from '../crons/endings.ts'
import type { RunStore } from '../databases/complete-runs.ts'
import type { RowDigests } from '../databases/row-digests.ts'
import type { EventStore } from '../webhooks/events.ts'
import type { Batch, BatchStore } from './batches.ts'
import type { EndedJob, JobEnd } from './finished-jobs.ts'
import type { OpenJob } from './rows.ts'

/** The stores that the end of a job or a batch writes to. */
interface EndingDependencies {
  batches: Pick<BatchStore, 'end'>
  runs: Pick<RunStore, 'add'>
  events: Pick<EventStore, 'enqueue' | 'isHeard'>
  crons: Pick<CronEndings, 'ofSubject'>
  rowDigests: Pick<RowDigests, 'end'>
}

/** Applies the effects of the end of a job or a batch, in the transaction that ends it. */
export function createJobEndings({ batches, runs, events, crons, rowDigests }: EndingDependencies) {
  /** Notifies webhooks that a job ended, and ends the cron run that started it. */
  const ofJob = ({ job, end, now }: EndedJob, isHeard: boolean) => {
    if (isHeard) events.enqueue(job.account_id, `job.${end.state}`, () => jobData(job, end), now)
    if (job.cron_id !== null && job.batch_id === null)
      crons.ofSubject(job.id, { ...end, failed: Number(end.state === 'failed') }, now)
  }

  /** Call after items of a batch have ended. If none is open any more, ends the batch, once, and emits its event. */
  const ofBatch = (batchId: string, now: number) => {
    const ended = batches.end(batchId, now)
    if (!ended) return
    const { accountId, batch, completeSince } = ended
    if (completeSince !== null) runs.add(accountId, batch.database_id!, completeSince, batchId)
    if (batch.database_id !== null) rowDigests.end(batchId, now)
    const type = `batch.${batch.state as JobEnd['state']}` as const
    events.enqueue(accountId, type, () => batchData(batch), now, { also: batch.webhook })
    if (batch.cron_id !== null) crons.ofSubject(batch.id, cronEnding(batch), now)
  }

  return {
    /** Applies the effects of jobs whose ends are already written. */
    follow(ended: EndedJob[]): void {
      const heard = new Set(accountsOf(ended).filter(events.isHeard))
      for (const one of ended) ofJob(one, heard.has(one.job.account_id))
      const batchIds = new Map(ended.map(({ job, now }) => [job.batch_id, now]))
      for (const [id, now] of batchIds) if (id !== null) ofBatch(id, now)
    },
    ofBatch,
  }
}

const accountsOf = (ended: EndedJob[]) => [...new Set(ended.map(({ job }) => job.account_id))]

export type JobEndings = ReturnType<typeof createJobEndings>

/** The end of a batch, in the form for the cron that started it. */
const cronEnding = ({ state, counts, credits }: Batch) => ({
  state: state as JobEnd['state'],
  used: credits.used,
  failed: counts.failed,
  error:
    state === 'failed'
      ? { code: 'failed', message: `None of the ${counts.total} items of the batch has a result.` }
      : null,
})

const jobData = (row: OpenJob, { used, error, rows }: JobEnd) => ({
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
