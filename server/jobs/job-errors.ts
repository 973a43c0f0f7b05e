import { hintFor } from '../base/error-hints.ts'
import { AppError, type ErrorCode, serviceStopping } from '../base/errors.ts'
import { CANCELLED } from '../store/jobs/interruptions.ts'
import type { JobError } from '../store/jobs/rows.ts'

/** Errors that are often temporary, whatever the site. */
const TRANSIENT_CODES = new Set<ErrorCode>([
  'timeout',
  'connection',
  'unavailable_service',
  'interrupted',
  'too_many_calls',
])

/** Statuses below 500 that say that the same request may succeed later. */
const TRANSIENT_STATUSES = [408, 425, 429]

/** True for throttling and for faults of the site; false for pages that are missing, closed or not readable. */
function isTransient({ code, facts }: AppError): boolean {
  const { upstreamStatus } = facts
  if (TRANSIENT_CODES.has(code) || facts.mayPass) return true
  if (upstreamStatus === undefined) return code === 'upstream_status'
  return TRANSIENT_STATUSES.includes(upstreamStatus) || (code === 'upstream_status' && upstreamStatus >= 500)
}

/** Returns an error as a job stores it. */
export function toJobError(error: AppError): JobError {
  const { detail } = error.toJSON()
  const { field, hint = hintFor(error.code), upstreamStatus } = error.facts
  return {
    code: error.code === 'internal' ? 'internal' : String(detail ?? error.code),
    message: error.message,
    hint,
    ...(field !== undefined && { field }),
    ...(upstreamStatus !== undefined && { upstream_status: upstreamStatus }),
    retryable: isTransient(error),
  }
}

const MAX_PAUSE_MS = 3_600_000

/**
 * Returns the milliseconds until the next attempt: four times as long after each attempt, half of that at random, at least
 * what the site asks for, and at most an hour.
 */
export function pauseBefore(attempt: number, firstMs: number, retryAfterS: number, chance: number): number {
  const maxMs = firstMs * 4 ** (attempt - 1)
  return Math.min(MAX_PAUSE_MS, Math.max(retryAfterS * 1000, Math.round(maxMs * (0.5 + chance / 2))))
}

/** Reasons for which an attempt is aborted. */
export const jobTooLong = () =>
  new AppError('timeout', 'This attempt took longer than a job may.', {
    hint: 'Allow jobs more time (WINNOW_JOB_TIMEOUT_MS), or request less at once.',
  })

export const jobStopping = () => serviceStopping('The job continues at the next start.')

export const jobCancelled = () => new AppError('cancelled', CANCELLED.message, { hint: CANCELLED.hint })
