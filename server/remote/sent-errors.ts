import { z } from 'zod'
import { AppError, type ErrorCode, isErrorCode } from '../base/errors.ts'

/** An error of a worker in serialisable form. */
export const sentError = z
  .object({
    code: z.string(),
    message: z.string(),
    facts: z.object({
      field: z.string().exactOptional(),
      hint: z.string().exactOptional(),
      retryAfter: z.number().exactOptional(),
      upstreamStatus: z.int().exactOptional(),
      needsBrowser: z.boolean().exactOptional(),
    }),
  })
  .nullable()
type SentError = z.output<typeof sentError>

export function writeError(error: AppError | undefined): SentError {
  if (!error) return null
  const { field, hint, retryAfter, upstreamStatus, needsBrowser } = error.facts
  return {
    code: error.code,
    message: error.message,
    facts: {
      ...(field !== undefined && { field }),
      ...(hint !== undefined && { hint }),
      ...(retryAfter !== undefined && { retryAfter }),
      ...(upstreamStatus !== undefined && { upstreamStatus }),
      ...(needsBrowser !== undefined && { needsBrowser }),
    },
  }
}

/** Restores the error; `{}` if none was sent. */
export const readError = (sent: SentError): { error?: AppError } =>
  sent ? { error: new AppError(sent.code as ErrorCode, sent.message, sent.facts) } : {}

const WORKER_ERROR_CODES = new Set(['internal', 'no_browser', 'unavailable_service', 'cancelled'])

/**
 * Errors that are due to the worker, or have a code that only the worker knows: the service has to find out whether the
 * task works elsewhere.
 */
export const isWorkerError = (sent: SentError): boolean =>
  sent !== null && (WORKER_ERROR_CODES.has(sent.code) || !isErrorCode(sent.code))
