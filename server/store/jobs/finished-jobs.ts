import { type Engine, RunAgainError } from '../engine.ts'
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
type Attempt = Which & Pick<OpenJob, 'attempt' | 'run_at'>

/** Attempts that began together at jobs whose numbers follow one another: one statement finds and removes them. */
interface Span {
  first: Attempt
  count: number
}

function spansOf(attempts: Attempt[]): Span[] {
  const spans: Span[] = []
  for (const one of attempts.toSorted((a, b) => a.seq - b.seq)) {
    const span = spans.at(-1)
    if (span && isNext(span, one)) span.count++
    else spans.push({ first: one, count: 1 })
  }
  return spans
}

const isNext = ({ first, count }: Span, one: Attempt): boolean =>
  one.seq === first.seq + count &&
  one.run_at === first.run_at &&
  one.attempt === first.attempt &&
  one.priority === first.priority &&
  one.account_id === first.account_id

/** The last change of state, inside a transaction: the row of the open job goes, and its end is written. */
export function createJobEnds(engine: Engine) {
  const removeSpan = engine.prepare(`
    DELETE FROM open_jobs WHERE account_id = ? AND priority = ? AND seq BETWEEN ? AND ? AND state = 'running'
      AND attempt = ? AND run_at = ?
  `)
  const close = engine.prepare('DELETE FROM open_jobs WHERE account_id = ? AND priority = ? AND seq = ?')
  const insert = createRowWriter(engine, 'job_ends', COLUMNS)

  /** False where one of them was not there any more. */
  const closeSpan = ({ first: { account_id, priority, seq, attempt, run_at }, count }: Span): boolean =>
    removeSpan.run(account_id, priority, seq, seq + count - 1, attempt, run_at).changes === count

  const closeAttemptNow = (job: Attempt): boolean => closeSpan({ first: job, count: 1 })

  /** Jobs of a transaction that was undone, since the attempt at one of them was over already: they are asked for one by one. */
  const doubted = new Set<number>()
  const closeTogether = engine.gather<Attempt>(attempts => {
    if (spansOf(attempts).every(closeSpan)) return doubted.clear()
    for (const { seq } of attempts) doubted.add(seq)
    throw new RunAgainError()
  })

  return {
    /**
     * Takes a job out of the open ones, at the end of the transaction and together with others; false where this is no longer
     * its present attempt. Where that shows but then, the transaction is undone and its works run again.
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
