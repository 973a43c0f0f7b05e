import assert from 'node:assert/strict'
import { withCopy } from './truth.ts'

interface JobFacts {
  id: string
  state: string
  reserved: number
  used: number
  url: string
  code: string | null
  /** Results that are kept of it. */
  results: number
}

/** What the store of a dead process tells of jobs and their credits. */
export interface JobTruth {
  check: unknown
  balance: number
  captures: [subject: string, credits: number][]
  /** Credits of all calls. */
  called: number
  jobs: JobFacts[]
}

export const readJobTruth = (dataDir: string, scratch: string): JobTruth =>
  withCopy(dataDir, scratch, db => ({
    check: db.pragma('quick_check', { simple: true }),
    balance: db.prepare<[], number>('SELECT sum(delta) FROM ledger').pluck().get()!,
    captures: db
      .prepare("SELECT subject, -delta FROM ledger WHERE kind = 'capture' ORDER BY subject")
      .raw()
      .all() as JobTruth['captures'],
    called: db.prepare<[], number>('SELECT coalesce(sum(credits), 0) FROM calls').pluck().get()!,
    jobs: db
      .prepare<[], JobFacts>(
        `SELECT id, state, reserved, used, input ->> 'url' AS url, error ->> 'code' AS code,
           (SELECT count(*) FROM job_results WHERE job = jobs.seq) AS results
         FROM jobs ORDER BY id`,
      )
      .all(),
  }))

/** At any instant: results = successes = captures = what calls have cost, and only open jobs hold credits. */
export function assertWhole({ check, balance, captures, called, jobs }: JobTruth, birth: number): void {
  assert.equal(check, 'ok')
  const successes = jobs.filter(({ state }) => state === 'completed')
  assert.deepEqual(
    captures,
    successes.map(({ id, used }) => [id, used]),
  )
  assert.equal(balance, birth - successes.length)
  assert.equal(called, successes.length)
  for (const { id, state, reserved, results } of jobs) {
    assert.equal(results, state === 'completed' ? 1 : 0, id)
    assert.equal(reserved, state === 'pending' || state === 'running' ? 1 : 0, id)
  }
}
