import type { Caller } from '../accounts/caller.ts'
import type { StoredAnswer } from '../accounts/idempotency.ts'
import type { AppError } from '../base/errors.ts'
import { HOUR } from '../base/times.ts'
import type { CallEnd } from '../store/accounts/calls.ts'
import type { CallEnding, OpenCall } from './call.ts'

/**
 * Whether a repeated call gets the stored answer: successes and errors of the work itself. Never 402, 409, 429, 5xx or a
 * cancelled call.
 */
const repeatable = (status: number) => status < 500 && ![402, 409, 429, 499].includes(status)

const answerToKeep = ({ status, value, sources, notice }: CallEnding, isPacked: boolean): string | null =>
  repeatable(status)
    ? JSON.stringify({ status, value: isPacked ? null : value, sources, notice } satisfies StoredAnswer)
    : null

/** The path of the required field that the page lacked, without array indices. */
const lackOf = (error: AppError | undefined) =>
  error && ['required_missing', 'too_few_items'].includes(error.code)
    ? error.facts.field?.replace(/\[\d+\]/g, '')
    : undefined

/**
 * Returns everything to store at the end of a call: its record with the captured credits, its stored answer, fill counts and
 * trace.
 */
export function recordOf(
  call: OpenCall,
  ending: CallEnding,
  end: { caller: Caller; error: string | null; captured: number; at: number },
): CallEnd {
  const { request, startedAt, sources, parserId, fills, claimedKey, packed = null } = call
  const kept = request.keep?.(ending)
  return {
    accountId: end.caller.account.id,
    write: ending.failed ? undefined : call.write,
    job: request.job && {
      id: request.job.id,
      paidAs: request.job.paidAs,
      end: request.job.end(ending, end.captured, call.error),
    },
    call: {
      id: request.requestId,
      operation: request.operation.id,
      key_id: end.caller.key.id,
      source: end.caller.source,
      status: ending.status,
      error: end.error,
      credits: end.captured,
      sources,
      ms: end.at - startedAt,
      parser_id: parserId,
      created_at: startedAt,
    },
    fills: ending.failed ? undefined : fills,
    lack: parserId ? lackOf(call.error) : undefined,
    page: call.page,
    idempotency: claimedKey
      ? { key: claimedKey, answer: answerToKeep(ending, packed !== null), packed }
      : undefined,
    kept: kept && { id: kept.id, answer: JSON.stringify(kept.answer) },
    trace: ending.isTraced
      ? { body: JSON.stringify(call.makeTrace!()), expires_at: end.at + HOUR }
      : undefined,
  }
}
