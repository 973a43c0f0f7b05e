import type { RequestHandler, Response } from 'express'
import { newId } from '../base/ids.ts'

/** Writes one entry of the access log per request, after its answer has ended. */
export type RequestLog = (entry: {
  requestId: string
  method: string
  /** Without the query, which may hold a key. */
  path: string
  status: number
  ms: number
}) => void

/** Longest path in the log, in characters. */
const MAX_LOGGED_PATH = 300

/** Returns the id of a request, which appears in its answer, its record and the log. */
export const requestIdOf = ({ locals }: Response): string => locals.requestId

/** Gives a request its id and logs it, without reading its content. */
export const openRequest =
  ({ log, now }: { log: RequestLog; now(): number }): RequestHandler =>
  (req, res, next) => {
    const startedAt = now()
    const requestId = newId('req', startedAt)
    res.locals.requestId = requestId
    res.once('close', () =>
      log({
        requestId,
        method: req.method,
        path: pathOf(req.originalUrl).slice(0, MAX_LOGGED_PATH),
        status: res.statusCode,
        ms: now() - startedAt,
      }),
    )
    next()
  }

/** Returns the path of a request's target. */
export function pathOf(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? url : url.slice(0, at)
}
