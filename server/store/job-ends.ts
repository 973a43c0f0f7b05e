import type { Engine } from './engine.ts'
import type { PackedResult } from './job-files.ts'
import type { JobError, JobRows, JobState, OpenJob } from './job-rows.ts'

/** How a job ended, as it is kept; those that came to nothing of its attempts as JSON. */
export interface JobEnd {
  state: Exclude<JobState, 'pending' | 'running'>
  used: number
  error: JobError | null
  /** As JSON. */
  timings: string | null
  sources: string
  attempts: string
  rows: JobRows | null
  expires_at: number | null
  result?: PackedResult | undefined
}

/** Jobs' last change of state, inside a transaction: the row of the open job goes, and its end is written. */
export function createJobEnds(engine: Engine) {
  const close = engine.prepare(`
    DELETE FROM open_jobs WHERE account_id = ? AND priority = ? AND seq = ? AND state = 'running' AND attempt = ?
  `)
  const closeAny = engine.prepare('DELETE FROM open_jobs WHERE account_id = ? AND priority = ? AND seq = ?')
  const insert = engine.prepare(`
    INSERT INTO job_ends (job, batch_id, state, attempt, run_at, used, error, timings, sources, attempts, rows, started_at,
      finished_at, expires_at, size, body)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  `)

  return {
    /** Takes a job out of the open ones; false where this is no longer its present attempt. */
    close: ({ account_id, priority, seq, attempt }: OpenJob): boolean =>
      close.run(account_id, priority, seq, attempt).changes === 1,
    /** The same whatever the job is at. */
    closeAny: ({ account_id, priority, seq }: OpenJob): void => void closeAny.run(account_id, priority, seq),
    /** Writes the end of a job that was taken out. */
    write(job: OpenJob, end: JobEnd, now: number): void {
      const { seq, batch_id, attempt, run_at, started_at } = job
      const error = end.error && JSON.stringify(end.error)
      const rows = end.rows && JSON.stringify(end.rows)
      const body = end.result ?? null
      const size = body === null ? null : Buffer.byteLength(body)
      insert.run(
        seq, batch_id, end.state, attempt, run_at, end.used, error, end.timings, end.sources, end.attempts, rows, started_at,
        now, end.expires_at, size, body,
      ) // biome-ignore format: one row
    },
  }
}

export type JobEnds = ReturnType<typeof createJobEnds>
