import { type Engine, RunAgainError } from '../engine.ts'
import { createRowWriter, type Value } from '../row-writer.ts'
import type { PackedResult } from './files.ts'
import type { JobError, JobRows, OpenJob, ReadPages } from './rows.ts'
import { type Span, spansOf } from './spans.ts'

/** How a job ended. */
export interface JobEnd {
  state: 'completed' | 'failed' | 'cancelled'
  used: number
  pages: ReadPages | null
  notice: string | null
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

/** What they hold, in their order. */
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

type Which = Pick<OpenJob, 'account_id' | 'priority' | 'seq'>
type Attempt = Which & Pick<OpenJob, 'attempt' | 'run_at'>

/** Whether attempts began together, at jobs that one statement may remove. */
const isAlike = (one: Attempt, other: Attempt): boolean =>
  one.run_at === other.run_at &&
  one.attempt === other.attempt &&
  one.priority === other.priority &&
  one.account_id === other.account_id

/** The last change of state, inside a transaction: the row of the open job goes, and its end is written. */
export function createJobEnds(engine: Engine) {
  const removeSpan = engine.prepare(`
    DELETE FROM open_jobs WHERE account_id = ? AND priority = ? AND seq BETWEEN ? AND ? AND state = 'running'
      AND attempt = ? AND run_at = ?
  `)
  const close = engine.prepare('DELETE FROM open_jobs WHERE account_id = ? AND priority = ? AND seq = ?')
  const insert = createRowWriter(engine, 'job_ends', COLUMNS)

  /** False where one of them was not there any more. */
  const closeSpan = ({ first, last }: Span<Attempt>): boolean => {
    const { account_id, priority, seq, attempt, run_at } = first
    const { changes } = removeSpan.run(account_id, priority, seq, last.seq, attempt, run_at)
    return changes === last.seq - seq + 1
  }

  const closeAttemptNow = (job: Attempt): boolean => closeSpan({ first: job, last: job })

  /** Jobs of a transaction that was undone, since the attempt at one of them was over already: they are asked for one by one. */
  const doubted = new Set<number>()
  const closeTogether = engine.gather<Attempt>(attempts => {
    const inOrder = attempts.toSorted((a, b) => a.seq - b.seq)
    if (spansOf(inOrder, isAlike).every(closeSpan)) return doubted.clear()
    for (const { seq } of attempts) doubted.add(seq)
    throw new RunAgainError()
  })

  return {
    /**
     * Takes a job out of the open ones, at the end of the transaction and together with others; false where this is no longer
     * its present attempt. If that shows only at the end, the transaction is undone and its works run again.
     */
    closeAttempt(job: Attempt): boolean {
      if (doubted.has(job.seq)) return closeAttemptNow(job)
      closeTogether(job)
      return true
    },
    closeAttemptNow,
    /** The same whatever it is at. */
    close: ({ account_id, priority, seq }: Which): void => void close.run(account_id, priority, seq),
    /** Writes the ends of jobs that were taken out. */
    write: (ended: EndedJob[]): void => void insert(ended.map(valuesOf)),
  }
}
