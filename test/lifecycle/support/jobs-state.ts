import assert from 'node:assert/strict'
import { withCopy } from './account-state.ts'

interface StoredJob {
  id: string
  state: string
  reserved: number
  used: number
  url: string
  code: string | null
  /** The stored error, with all its details. */
  error: string | null
  /** The number of results that are kept of the job. */
  results: number
}

/** The state of the jobs and their credits in the store of a killed process. */
export interface StoredJobsState {
  check: unknown
  balance: number
  captures: [subject: string, credits: number][]
  /** The credits of all calls together. */
  called: number
  jobs: StoredJob[]
  /** The jobs that database rows come from. */
  rows: string[]
  /** The jobs whose rows the feed of changes lists as added. */
  added: string[]
  /** The events, one per delivery: the type, and the job or batch that it is about. */
  events: [type: string, subject: string][]
}

export const readJobsState = (dataDir: string, scratch: string): StoredJobsState =>
  withCopy(dataDir, scratch, db => ({
    check: db.pragma('quick_check', { simple: true }),
    balance: db.prepare<[], number>('SELECT sum(delta) FROM ledger').pluck().get()!,
    captures: db
      .prepare("SELECT subject, -delta FROM ledger WHERE kind = 'capture' ORDER BY subject")
      .raw()
      .all() as StoredJobsState['captures'],
    called: db.prepare<[], number>('SELECT coalesce(sum(credits), 0) FROM calls').pluck().get()!,
    jobs: db
      .prepare<[], StoredJob>(
        `SELECT id, state, reserved, used, input ->> 'url' AS url, error ->> 'code' AS code, error,
           (SELECT count(body) FROM job_ends WHERE job = jobs.seq) AS results
         FROM jobs ORDER BY id`,
      )
      .all(),
    rows: db
      .prepare<[], string>(
        "SELECT source ->> 'job_id' FROM database_rows WHERE source ->> 'job_id' IS NOT NULL ORDER BY 1",
      )
      .pluck()
      .all(),
    added: db
      .prepare<[], string>("SELECT source ->> 'job_id' FROM database_changes WHERE kind = 'added' ORDER BY 1")
      .pluck()
      .all(),
    events: db
      .prepare(
        `SELECT type, coalesce(body ->> '$.data.job_id', body ->> '$.data.batch_id') AS subject FROM deliveries
         WHERE type LIKE 'job.%' OR type LIKE 'batch.%' ORDER BY subject`,
      )
      .raw()
      .all() as StoredJobsState['events'],
  }))

const isFinal = ({ state }: StoredJob) => state !== 'pending' && state !== 'running'

/** At any time, results = successes = captures = the cost of all calls, and only open jobs hold credits. */
export function assertJobsConsistent(
  { check, balance, captures, called, jobs }: StoredJobsState,
  birth: number,
): void {
  assert.equal(check, 'ok')
  const successes = jobs.filter(({ state }) => state === 'completed')
  assert.deepEqual(
    captures,
    successes.map(({ id, used }) => [id, used]),
  )
  assert.equal(balance, birth - successes.length)
  assert.equal(called, successes.length)
  for (const job of jobs) {
    assert.equal(job.results, job.state === 'completed' ? 1 : 0, job.id)
    assert.equal(job.reserved, isFinal(job) ? 0 : 1, job.id)
  }
}

/** For jobs with a database and a webhook: rows = feed = successes, and every end of a job has exactly one event. */
export function assertRowsAndEvents({ jobs, rows, added, events }: StoredJobsState): void {
  const successes = jobs.filter(({ state }) => state === 'completed').map(({ id }) => id)
  assert.deepEqual(rows, successes)
  assert.deepEqual(added, successes)
  assert.deepEqual(
    events.filter(([type]) => type.startsWith('job.')),
    jobs.filter(isFinal).map(({ id, state }) => [`job.${state}`, id]),
  )
}
