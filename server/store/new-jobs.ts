import type { Engine } from './engine.ts'
import type { NewJob } from './job-rows.ts'

/** The numbers of jobs that were made together, in their order. */
export interface JobSpan {
  first: number
  last: number
}

type Value = string | number | null

/** The columns of a new job that jobs which are made together may share. */
const COLUMNS = [
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
const valuesOf = (job: NewJob): Value[] => [
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

/** Writes new jobs, those that are made together in one statement a table: each of its own would cost more than the writing itself. */
export function createNewJobs(engine: Engine) {
  const inserts = new Map<string, ReturnType<Engine['prepare']>>()
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

  const insertFor = (isShared: boolean[]) => {
    const known = inserts.get(`${isShared}`)
    if (known) return known
    const shared = COLUMNS.filter((_, i) => isShared[i])
    const own = COLUMNS.filter((_, i) => !isShared[i])
    const insert = engine.prepare(`
      INSERT INTO job_specs (${['account_id', 'created_at', ...shared, 'id', ...own]})
      SELECT ${['?', '?', ...shared.map(() => '?'), 'value ->> 0', ...own.map((_, i) => `value ->> ${i + 1}`)]}
      FROM json_each(?)
    `)
    inserts.set(`${isShared}`, insert)
    return insert
  }

  return {
    /**
     * Prepares one or many and gives what writes them, inside a transaction. What they share is bound once: to take it
     * from each costs more than to write it.
     */
    prepare(accountId: string, jobs: NewJob[], now: number): () => JobSpan {
      const rows = jobs.map(valuesOf)
      const isShared = COLUMNS.map((_, i) => rows.every(row => row[i] === rows[0]![i]))
      const insert = insertFor(isShared)
      const shared = rows[0]!.filter((_, i) => isShared[i])
      const own = rows.map((row, i) => [jobs[i]!.id, ...row.filter((_, k) => !isShared[k])])
      const each = JSON.stringify(own)
      const reserved = JSON.stringify(jobs.map(job => (job.skipped ? null : job.reserved)))
      const skipped = jobs.some(job => job.skipped) && JSON.stringify(jobs.map(skippedOf))
      return () => {
        const last = Number(insert.run(accountId, now, ...shared, each).lastInsertRowid)
        const first = last - jobs.length + 1
        open.run(reserved, first)
        if (skipped) skip.run(skipped, first)
        return { first, last }
      }
    },
  }
}

const skippedOf = ({ skipped }: NewJob) => (skipped ? JSON.stringify(skipped) : null)
