import { hintFor } from '../base/error-hints.ts'
import { AppError, type ErrorCode } from '../base/errors.ts'
import { CANCELLED } from '../store/jobs/interruptions.ts'
import type { JobError } from '../store/jobs/rows.ts'

/** What may be over by itself a moment later, whatever the site is. */
const PASSING = new Set<ErrorCode>(['timeout', 'connection', 'unavailable_service', 'interrupted'])

/** Statuses below 500 by which a site says that the same request may succeed later. */
const PASSING_STATUSES = [408, 425, 429]

/** Throttling, and faults of the site's own. Not: no such page, no entry, a page that cannot be read. */
function mayPass({ code, facts }: AppError): boolean {
  const { upstreamStatus } = facts
  if (PASSING.has(code) || facts.mayPass) return true
  if (upstreamStatus === undefined) return code === 'upstream_status'
  return PASSING_STATUSES.includes(upstreamStatus) || (code === 'upstream_status' && upstreamStatus >= 500)
}

/** An error as a job keeps it. */
export function toJobError(error: AppError): JobError {
  const { detail } = error.toJSON()
  const { field, hint = hintFor(error.code), upstreamStatus } = error.facts
  return {
    code: error.code === 'internal' ? 'internal' : String(detail ?? error.code),
    message: error.message,
    hint,
    ...(field !== undefined && { field }),
    ...(upstreamStatus !== undefined && { upstream_status: upstreamStatus }),
    retryable: mayPass(error),
  }
}

const LONGEST_PAUSE_MS = 3_600_000

/**
 * Milliseconds until the next attempt: four times as long after each, half of it left to chance, and no sooner than the
 * site asks for.
 */
export function pauseBefore(attempt: number, firstMs: number, retryAfterS: number, chance: number): number {
  const longest = firstMs * 4 ** (attempt - 1)
  return Math.min(LONGEST_PAUSE_MS, Math.max(retryAfterS * 1000, Math.round(longest * (0.5 + chance / 2))))
}

/** Why attempts end before their time. */
export const tooLong = () =>
  new AppError('timeout', 'This attempt took longer than a job may.', {
    hint: 'Allow jobs more time (WINNOW_JOB_TIMEOUT_MS), or request less at once.',
  })

export const stopping = () =>
  new AppError('unavailable_service', 'Winnow is stopping.', { hint: 'The job continues at the next start.' })

export const cancelled = () => new AppError('cancelled', CANCELLED.message, { hint: CANCELLED.hint })
