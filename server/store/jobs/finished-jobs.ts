import { type Engine, RunAgainError } from '../engine.ts'
import { createRowWriter, type Value } from '../row-writer.ts'
import type { PackedResult } from './files.ts'
import type { JobError, JobRows, ListProgress, OpenJob } from './rows.ts'
import { type Span, spansOf } from './spans.ts'

/** How a job ended. */
export interface JobEnd {
  state: 'completed' | 'failed' | 'cancelled'
  used: number
  pages: ListProgress | null
  notice: string | null
  error: JobError | null
  /** As JSON. */
  timings: string | null
  sources: string
  /** The failed attempts, as JSON. */
  attempts: string
  rows: JobRows | null
  expires_at: number | null
  result: PackedResult | null
}

/** A job with its end and the time of it, in milliseconds. */
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
  'notice',
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

/** The values of `COLUMNS`, in the same order. */
const valuesOf = ({ job, end, now }: EndedJob): Value[] => [
  job.seq,
  job.batch_id,
  end.state,
  job.attempt,
  job.run_at,
  end.used,
  end.pages && JSON.stringify(end.pages),
  end.notice,
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

type OpenJobKey = Pick<OpenJob, 'account_id' | 'priority' | 'seq'>
type AttemptKey = OpenJobKey & Pick<OpenJob, 'attempt' | 'run_at'>

/** Whether two attempts started together, on jobs that one statement can remove. */
const isAlike = (one: AttemptKey, other: AttemptKey): boolean =>
  one.run_at === other.run_at &&
  one.attempt === other.attempt &&
  one.priority === other.priority &&
  one.account_id === other.account_id

/** Makes the final change of state, inside a transaction: removes the row of the open job and writes how it ended. */
export function createJobEnds(engine: Engine) {
  const removeSpan = engine.prepare(`
    DELETE FROM open_jobs WHERE account_id = ? AND priority = ? AND seq BETWEEN ? AND ? AND state = 'running'
      AND attempt = ? AND run_at = ?
  `)
  const close = engine.prepare('DELETE FROM open_jobs WHERE account_id = ? AND priority = ? AND seq = ?')
  const insert = createRowWriter(engine, 'job_ends', COLUMNS)

  /** Returns false if one of the jobs was no longer open with this attempt. */
  const closeSpan = ({ first, last }: Span<AttemptKey>): boolean => {
    const { account_id, priority, seq, attempt, run_at } = first
    const { changes } = removeSpan.run(account_id, priority, seq, last.seq, attempt, run_at)
    return changes === last.seq - seq + 1
  }

  const closeAttemptNow = (job: AttemptKey): boolean => closeSpan({ first: job, last: job })

  /**
   * Jobs of a transaction that was rolled back because one of their attempts was already over. When it runs again, each is
   * removed by a statement of its own.
   */
  const doubtfulJobs = new Set<number>()
  const closeTogether = engine.gather<AttemptKey>(attempts => {
    const inOrder = attempts.toSorted((a, b) => a.seq - b.seq)
    if (spansOf(inOrder, isAlike).every(closeSpan)) return doubtfulJobs.clear()
    for (const { seq } of attempts) doubtfulJobs.add(seq)
    throw new RunAgainError()
  })

  return {
    /**
     * Removes a job from the open ones, at the end of the transaction and together with others. Returns false if this is no
     * longer its current attempt. If that only shows at the end, the transaction is rolled back and runs again.
     */
    closeAttempt(job: AttemptKey): boolean {
      if (doubtfulJobs.has(job.seq)) return closeAttemptNow(job)
      closeTogether(job)
      return true
    },
    closeAttemptNow,
    /** Removes a job from the open ones, whatever its state or attempt. */
    close: ({ account_id, priority, seq }: OpenJobKey): void => void close.run(account_id, priority, seq),
    /** Writes the ends of jobs that were removed from the open ones. */
    write: (ended: EndedJob[]): void => void insert(ended.map(valuesOf)),
  }
}
