import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import type { Keys } from '../accounts/keys.ts'
import { AppError } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import { keyOf } from './authorise.ts'
import { encodeError } from './encode-ending.ts'
import { requestIdOf } from './open-request.ts'
import { queryOf } from './query.ts'
import { send } from './send.ts'

type ReportError = (error: unknown, requestId?: string) => void

/** Answers unknown paths with a JSON 404. Below `/v1`, a request without a valid key gets a 401 instead. */
export const answerUnknownPath =
  ({ keys }: { keys: Keys }): RequestHandler =>
  async req => {
    if (req.path.startsWith('/v1/')) await keys.authenticate(keyOf(req, queryOf(req)), req.headers.origin)
    throw new AppError('unknown_resource', 'There is nothing at this path.', {
      hint: 'GET /v1/openapi.json lists every path.',
    })
  }

/** Turns thrown errors into answers. No other code does. */
export const answerErrors =
  ({ report }: { report: ReportError }): ErrorRequestHandler =>
  (thrown, req, res, _next) => {
    const requestId = requestIdOf(res)
    const error = asAppError(thrown, requestId)
    if (error.status === 500) report(error, requestId)
    answerError(req, res, error, requestId)
  }

/** Ends a request that the app could not: its target is not a path, or answering its error failed. */
export const answerUnhandled = (req: Request, res: Response, report: ReportError) => (thrown?: unknown) => {
  if (thrown) {
    report(thrown, requestIdOf(res))
    res.destroy()
    return
  }
  const error = new AppError('invalid_input', 'The target of the request cannot be read.', {
    hint: 'Send a path, such as /v1/apis.',
  })
  answerError(req, res, error, newId('req', Date.now()))
}

/** Sends an error. After an answer has begun, it can only break the connection. */
function answerError(req: Request, res: Response, error: AppError, requestId: string): void {
  if (res.headersSent) return void res.destroy()
  const { status, headers, body } = encodeError(error, requestId)
  send(req, res, status, headers, body)
}

/** Turns any thrown value into an AppError. Errors of Express itself carry an HTTP status. */
function asAppError(thrown: unknown, requestId: string): AppError {
  const status = (thrown as { status?: unknown } | null)?.status
  const isRefusal =
    !(thrown instanceof AppError) && typeof status === 'number' && status >= 400 && status < 500
  if (!isRefusal) return AppError.from(thrown, requestId)
  return status === 404
    ? new AppError('unknown_resource', 'There is nothing at this path.', { cause: thrown })
    : new AppError('invalid_input', 'The request cannot be read.', {
        cause: thrown,
        hint: 'Check the path for characters that are not percent-encoded.',
      })
}
