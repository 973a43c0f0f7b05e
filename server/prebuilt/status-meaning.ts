import type { AppError } from '../base/errors.ts'
import { type Meaning, upstreamError } from './upstream-errors.ts'

const STATUS_MEANINGS: Record<number, Meaning> = {
  401: 'blocked',
  403: 'blocked',
  404: 'not_found',
  410: 'not_found',
  429: 'blocked',
  451: 'unavailable',
}

/** Returns the meaning of an HTTP status, for a body that says nothing better; null below 400. */
export function meaningOfStatus(status: number): AppError | null {
  const meaning = STATUS_MEANINGS[status]
  const facts = { upstreamStatus: status }
  if (meaning) return upstreamError(meaning, undefined, facts)
  if (status >= 500)
    return upstreamError('upstream_status', `The platform answered with status ${status}.`, facts)
  return status >= 400
    ? upstreamError('changed', `The platform refused the request with status ${status}.`, facts)
    : null
}
