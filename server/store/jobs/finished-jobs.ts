import type { Engine } from '../engine.ts'
import { createRowWriter, type Value } from '../row-writer.ts'
import type { PackedResult } from './files.ts'
import type { JobError, JobRows, OpenJob, ReadPages } from './rows.ts'

/** How a job ended. */
export interface JobEnd {
  state: 'completed' | 'failed' | 'cancelled'
  used: number
  pages: ReadPages | null
  error: JobError | null
  /** As JSON. */
  timings: string | null
  sources: string
  /** Those that failed, as JSON. */
  attempts: string
  rows: JobRows | null
  expires_at: number | null
  result: PackedResult | null
}

/** A job with its end, and when that was, in milliseconds. */
export interface EndedJob {
  job: OpenJob
  end: JobEnd
  now: number
}

const COLUMNS = [
  'job',
  'batch_id',
  'state',
  'attempt',
  'run_at',
  'used',
  'pages',
  'error',
  'timings',
  'sources',
  'attempts',
  'rows',
  'started_at',
  'finished_at',
  'expires_at',
  'size',
  'body',
]

/** What they hold, in their order. */
const valuesOf = ({ job, end, now }: EndedJob): Value[] => [
  job.seq,
  job.batch_id,
  end.state,
  job.attempt,
  job.run_at,
  end.used,
  end.pages && JSON.stringify(end.pages),
  end.error && JSON.stringify(end.error),
  end.timings,
  end.sources,
  end.attempts,
  end.rows && JSON.stringify(end.rows),
  job.started_at,
  now,
  end.expires_at,
  end.result && Buffer.byteLength(end.result),
  end.result,
]

type Which = Pick<OpenJob, 'account_id' | 'priority' | 'seq'>

/** The last change of state, inside a transaction: the row of the open job goes, and its end is written. */
export function createJobEnds(engine: Engine) {
  const closeAttempt = engine.prepare(`
    DELETE FROM open_jobs WHERE account_id = ? AND priority = ? AND seq = ? AND state = 'running' AND attempt = ?
      AND run_at = ?
  `)
  const close = engine.prepare('DELETE FROM open_jobs WHERE account_id = ? AND priority = ? AND seq = ?')
  const insert = createRowWriter(engine, 'job_ends', COLUMNS)

  return {
    /** Takes a job out of the open ones; false where this is no longer its present attempt. */
    closeAttempt: ({
      account_id,
      priority,
      seq,
      attempt,
      run_at,
    }: Which & Pick<OpenJob, 'attempt' | 'run_at'>): boolean =>
      closeAttempt.run(account_id, priority, seq, attempt, run_at).changes === 1,
    /** The same whatever it is at. */
    close: ({ account_id, priority, seq }: Which): void => void close.run(account_id, priority, seq),
    /** Writes the ends of jobs that were taken out. */
    write: (ended: EndedJob[]): void => void insert(ended.map(valuesOf)),
  }
}
