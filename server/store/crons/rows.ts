import { iso, isoOrNull } from '../../base/times.ts'
import type { JobError } from '../jobs/rows.ts'

export const CRON_TARGETS = ['parser', 'api', 'batch', 'workflow'] as const
export const OVERLAPS = ['skip', 'queue', 'replace', 'allow'] as const
export const MISFIRES = ['skip', 'run_once', 'run_all'] as const

/** Why a run exists: its tick was due, it makes up for a missed tick, or somebody started it. */
export const CRON_CAUSES = ['schedule', 'catch_up', 'manual'] as const
export type CronCause = (typeof CRON_CAUSES)[number]

export const CRON_RUN_STATES = ['queued', 'running', 'completed', 'failed', 'cancelled', 'skipped'] as const
export type CronRunState = (typeof CRON_RUN_STATES)[number]

/** The pause reason of a cron whose key was revoked or has expired. */
export const KEY_REVOKED = 'key_revoked'

/** Messages for the reasons for which a run was skipped or cancelled. */
export const REASONS = {
  overlap: 'The previous run was still under way.',
  queue_full: 'Too many runs were already waiting.',
  replaced: 'A later run took its place.',
  missed: 'The service was off, or the machine asleep, at that time.',
  coalesced: 'The service was off, or the machine asleep; the last missed tick stands for this one.',
  too_many_missed: 'More ticks were missed than can be made up for.',
  over_budget_run: 'It would have cost more than one run may.',
  over_budget_day: 'The budget of the day was spent.',
  no_credits: 'The account had too few credits.',
  key_cap: 'The monthly cap of the key that the cron runs as was reached.',
  [KEY_REVOKED]: 'The key that the cron runs as was revoked, or has expired.',
  account_full: 'Too many jobs of the account were waiting.',
  paused: 'The cron was paused before its turn came.',
  deleted: 'The cron was deleted before its turn came.',
} as const
export type SkipReason = keyof typeof REASONS

/** What a cron runs. `id` names the parser, the API, an earlier batch or the workflow. */
export interface CronTarget {
  type: (typeof CRON_TARGETS)[number]
  id: string | null
  input: unknown
  /** How many pages of an API's list each call follows at most. */
  max_pages?: number | undefined
  database_id: string | null
}

/** The definition of a cron, as its owner writes it. */
export interface CronDocument {
  name: string
  expression: string
  timezone: string
  target: CronTarget
  overlap: (typeof OVERLAPS)[number]
  misfire: (typeof MISFIRES)[number]
  jitter_s: number
  max_consecutive_failures: number | null
  /** In credits. */
  budget: { per_run: number | null; per_day: number | null }
}

/** Why a run failed: the error of its job or workflow run, or why it could not start, which says nothing of another attempt. */
export type CronError = Omit<JobError, 'retryable'> & { retryable?: boolean; node_id?: string }

/** A run, or a skipped tick, as responses show it. */
export interface CronRun {
  id: string
  cron_id: string
  scheduled_for: string | null
  until: string | null
  cause: CronCause
  state: CronRunState
  reason: SkipReason | null
  message: string | null
  error: CronError | null
  job_id: string | null
  batch_id: string | null
  run_id: string | null
  credits: { reserved: number; used: number }
  failed: number
  created_at: string
  started_at: string | null
  finished_at: string | null
}

/** A row of `cron_runs`; times in milliseconds. */
export interface CronRunRow {
  seq: number
  id: string
  cron_id: string
  scheduled_for: number | null
  until: number | null
  cause: CronCause
  state: CronRunState
  reason: SkipReason | null
  error: string | null
  subject: string | null
  reserved: number
  used: number
  failed: number
  created_at: number
  started_at: number | null
  finished_at: number | null
}

const subjectOf = (subject: string | null, prefix: string) => (subject?.startsWith(prefix) ? subject : null)

/** Returns a row as responses show it. */
export function toCronRun(row: CronRunRow): CronRun {
  const error: CronError | null = row.error === null ? null : JSON.parse(row.error)
  return {
    id: row.id,
    cron_id: row.cron_id,
    scheduled_for: isoOrNull(row.scheduled_for),
    until: isoOrNull(row.until),
    cause: row.cause,
    state: row.state,
    reason: row.reason,
    message: row.reason ? REASONS[row.reason] : (error?.message ?? null),
    error,
    job_id: subjectOf(row.subject, 'job_'),
    batch_id: subjectOf(row.subject, 'bat_'),
    run_id: subjectOf(row.subject, 'run_'),
    credits: { reserved: row.reserved, used: row.used },
    failed: row.failed,
    created_at: iso(row.created_at),
    started_at: isoOrNull(row.started_at),
    finished_at: isoOrNull(row.finished_at),
  }
}
