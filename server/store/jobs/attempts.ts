import { iso, isoOrNull } from '../../base/times.ts'
import type { JobError, JobRow, JobTimings } from './rows.ts'

/** How one attempt at a job went. */
export interface JobAttempt {
  /** Counts from 1. An attempt that was interrupted through no fault of the job is repeated under the same number. */
  number: number
  state: 'running' | 'completed' | 'failed' | 'cancelled'
  error: JobError | null
  /** Where its data came from, as in `X-Source`. */
  sources: string[]
  /** Milliseconds; null while it runs, and if the process ended before it could measure them. */
  timings: Omit<JobTimings, 'queued'> | null
  started_at: string
  ended_at: string | null
}

/** An attempt that has ended, as stored; times in milliseconds. */
type StoredAttempt = Omit<JobAttempt, 'started_at' | 'ended_at'> & { started_at: number; ended_at: number }

/** The outcome of an attempt that did not complete its job. */
export type AttemptOutcome = Pick<JobAttempt, 'error' | 'sources' | 'timings'> & {
  state: 'failed' | 'cancelled'
}

type Row = Pick<JobRow, 'attempt' | 'attempts' | 'run_at' | 'state' | 'sources' | 'timings' | 'finished_at'>

/** How many attempts of a job are kept, the last ones: a store without space may interrupt many. */
const MAX_STORED = 20

const storedAttemptsOf = ({ attempts }: Pick<Row, 'attempts'>): StoredAttempt[] => JSON.parse(attempts)

/** Returns the `attempts` column of a running job whose current attempt has failed. */
export function withAttempt(
  row: Pick<Row, 'attempt' | 'attempts' | 'run_at'>,
  outcome: AttemptOutcome,
  now: number,
): string {
  const ended: StoredAttempt = { number: row.attempt, ...outcome, started_at: row.run_at, ended_at: now }
  return JSON.stringify([...storedAttemptsOf(row), ended].slice(-MAX_STORED))
}

/** Returns all attempts at a job in order; the last may still be running. */
export function attemptsOf(row: Row): JobAttempt[] {
  const ended = storedAttemptsOf(row).map(one => ({
    ...one,
    started_at: iso(one.started_at),
    ended_at: iso(one.ended_at),
  }))
  if (row.state !== 'running' && row.state !== 'completed') return ended
  const { attempt: number, state, run_at, finished_at } = row
  const times = { started_at: iso(run_at), ended_at: isoOrNull(finished_at) }
  return [...ended, { number, state, error: null, ...completionOf(row), ...times }]
}

/** The sources and timings of the attempt that completed the job. */
function completionOf({ state, sources, timings }: Row): Pick<JobAttempt, 'sources' | 'timings'> {
  if (state !== 'completed' || !timings) return { sources: [], timings: null }
  const { fetch, parse } = JSON.parse(timings) as JobTimings
  return { sources: sources ? sources.split(' ') : [], timings: { fetch, parse } }
}
