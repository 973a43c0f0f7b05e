import { iso, isoOrNull } from '../../base/times.ts'
import type { JobError, JobRow, JobTimings } from './rows.ts'

/** How one attempt at a job went. */
export interface JobAttempt {
  /** From 1 on; an attempt that was broken off through no fault of the job is repeated under its number. */
  number: number
  state: 'running' | 'completed' | 'failed' | 'cancelled'
  error: JobError | null
  /** Where its data came from, as `X-Source` says it. */
  sources: string[]
  /** Milliseconds; null while it runs, and where nobody lived to count them. */
  timings: Omit<JobTimings, 'queued'> | null
  started_at: string
  ended_at: string | null
}

/** One that has ended, as the store keeps it; times in milliseconds. */
type Kept = Omit<JobAttempt, 'started_at' | 'ended_at'> & { started_at: number; ended_at: number }

/** The outcome of an attempt that did not complete its job. */
export type AttemptOutcome = Pick<JobAttempt, 'error' | 'sources' | 'timings'> & {
  state: 'failed' | 'cancelled'
}

type Row = Pick<JobRow, 'attempt' | 'attempts' | 'run_at' | 'state' | 'sources' | 'timings' | 'finished_at'>

/** Attempts that are kept of a job, the last ones: a full store may break many off. */
const MOST_KEPT = 20

const keptOf = ({ attempts }: Pick<Row, 'attempts'>): Kept[] => JSON.parse(attempts)

/** The attempts of a running job once its present one has failed, as the row holds them. */
export function withAttempt(
  row: Pick<Row, 'attempt' | 'attempts' | 'run_at'>,
  outcome: AttemptOutcome,
  now: number,
): string {
  const ended: Kept = { number: row.attempt, ...outcome, started_at: row.run_at, ended_at: now }
  return JSON.stringify([...keptOf(row), ended].slice(-MOST_KEPT))
}

/** All attempts at a job, in their order; the last may still run. */
export function attemptsOf(row: Row): JobAttempt[] {
  const ended = keptOf(row).map(one => ({
    ...one,
    started_at: iso(one.started_at),
    ended_at: iso(one.ended_at),
  }))
  if (row.state !== 'running' && row.state !== 'completed') return ended
  const { attempt: number, state, run_at, finished_at } = row
  const times = { started_at: iso(run_at), ended_at: isoOrNull(finished_at) }
  return [...ended, { number, state, error: null, ...gainsOf(row), ...times }]
}

/** What the attempt has gained that completed the job. */
function gainsOf({ state, sources, timings }: Row): Pick<JobAttempt, 'sources' | 'timings'> {
  if (state !== 'completed' || !timings) return { sources: [], timings: null }
  const { fetch, parse } = JSON.parse(timings) as JobTimings
  return { sources: sources ? sources.split(' ') : [], timings: { fetch, parse } }
}
