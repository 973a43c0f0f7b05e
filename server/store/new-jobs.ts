import type { Engine } from './engine.ts'
import type { NewJob } from './job-rows.ts'
import { createRowWriter, type Value } from './row-writer.ts'

/** The numbers of jobs that were made together, in their order. */
export interface JobSpan {
  first: number
  last: number
}

const COLUMNS = [
  'account_id',
  'created_at',
  'id',
  'key_id',
  'source',
  'type',
  'parser_id',
  'parser_version',
  'api_id',
  'input',
  'priority',
  'max_attempts',
  'price',
  'batch_id',
  'idx',
  'custom_id',
  'database_id',
  'retry_of',
  'cron_id',
]

/** What they hold, in their order. */
const valuesOf = (accountId: string, job: NewJob, now: number): Value[] => [
  accountId,
  now,
  job.id,
  job.key_id,
  job.source,
  job.type,
  job.parser_id,
  job.parser_version,
  job.api_id,
  JSON.stringify(job.input),
  job.priority,
  job.max_attempts,
  job.price,
  job.batch_id,
  job.index,
  job.custom_id,
  job.database_id,
  job.retry_of,
  job.cron_id,
]

/** Writes new jobs. */
export function createNewJobs(engine: Engine) {
  const insert = createRowWriter(engine, 'job_specs', COLUMNS)
  const open = engine.prepare(`
    INSERT INTO open_jobs (account_id, priority, seq, state, run_at, price, reserved, batch_id)
    SELECT account_id, priority, seq, 'pending', created_at, price, value, batch_id
    FROM json_each(?) JOIN job_specs ON seq = ? + key WHERE value IS NOT NULL
  `)
  const skip = engine.prepare(`
    INSERT INTO job_ends (job, batch_id, state, attempt, run_at, error, finished_at)
    SELECT seq, batch_id, 'skipped', 0, created_at, value, created_at
    FROM json_each(?) JOIN job_specs ON seq = ? + key WHERE value IS NOT NULL
  `)

  return {
    /** Prepares one or many and gives what writes them, inside a transaction. The fewer things they differ in, the less it costs. */
    prepare(accountId: string, jobs: NewJob[], now: number): () => JobSpan {
      const rows = jobs.map(job => valuesOf(accountId, job, now))
      const reserved = JSON.stringify(jobs.map(job => (job.skipped ? null : job.reserved)))
      const skipped = jobs.some(job => job.skipped) && JSON.stringify(jobs.map(skippedOf))
      return () => {
        const last = insert(rows)
        const first = last - jobs.length + 1
        open.run(reserved, first)
        if (skipped) skip.run(skipped, first)
        return { first, last }
      }
    },
  }
}

const skippedOf = ({ skipped }: NewJob) => (skipped ? JSON.stringify(skipped) : null)
