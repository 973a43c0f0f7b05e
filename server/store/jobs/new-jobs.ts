import type { Engine } from '../engine.ts'
import { createRowWriter, type Value } from '../row-writer.ts'
import type { NewJob } from './rows.ts'

/** The first and last number of jobs that were created together, in order. */
export interface JobSpan {
  first: number
  last: number
}

/** `write` writes the jobs; `open` then makes them visible and due. */
export interface PreparedJobs {
  write(): JobSpan
  open(span: JobSpan): void
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
  'max_pages',
  'price',
  'batch_id',
  'idx',
  'custom_id',
  'database_id',
  'retry_of',
  'cron_id',
]

/** The values of `COLUMNS`, in the same order. */
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
  job.max_pages,
  job.price,
  job.batch_id,
  job.index,
  job.custom_id,
  job.database_id,
  job.retry_of,
  job.cron_id,
]

/** Stores new jobs. */
export function createNewJobs(engine: Engine) {
  const insert = createRowWriter(engine, 'job_specs', COLUMNS)
  const open = engine.prepare(`
    INSERT INTO open_jobs (account_id, seq, state, run_at, reserved, price, priority, batch_id)
    SELECT @accountId, @first + key, 'pending', @now, value ->> 0, value ->> 1, value ->> 2, @batchId
    FROM json_each(@jobs) WHERE value IS NOT NULL
  `)
  const skip = engine.prepare(`
    INSERT INTO job_ends (job, batch_id, state, attempt, run_at, error, finished_at)
    SELECT @first + key, @batchId, 'skipped', 0, @now, value, @now FROM json_each(@jobs) WHERE value IS NOT NULL
  `)

  return {
    /**
     * Prepares one job, or many of the same batch or of none. Call `write` and then, at once or later, `open` inside a
     * transaction; until `open`, no reader sees the jobs. The fewer values the jobs differ in, the faster the write.
     */
    prepare(accountId: string, jobs: readonly NewJob[], now: number): PreparedJobs {
      const rows = jobs.map(job => valuesOf(accountId, job, now))
      const openJobs = JSON.stringify(jobs.map(openJobOf))
      const skipped = jobs.some(job => job.skipped) && JSON.stringify(jobs.map(skippedOf))
      const batchId = jobs[0]!.batch_id
      return {
        write() {
          const last = insert(rows)
          return { first: last - jobs.length + 1, last }
        },
        open({ first }) {
          open.run({ accountId, batchId, now, first, jobs: openJobs })
          if (skipped) skip.run({ batchId, now, first, jobs: skipped })
        },
      }
    },
  }
}

const openJobOf = ({ skipped, reserved, price, priority }: NewJob) =>
  skipped ? null : [reserved, price, priority]

const skippedOf = ({ skipped }: NewJob) => (skipped ? JSON.stringify(skipped) : null)
