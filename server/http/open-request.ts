import type { RequestHandler, Response } from 'express'
import { newId } from '../base/ids.ts'

/** Writes the access log: one entry a request, when its answer has ended. */
export type RequestLog = (entry: {
  requestId: string
  method: string
  /** Without its query, which may hold a key. */
  path: string
  status: number
  ms: number
}) => void

/** Longest path in the log. */
const LOGGED_PATH = 300

/** The id of a request, which its answer, its record and the log share. */
export const requestIdOf = ({ locals }: Response): string => locals.requestId

/** Returns a request its id and writes it to the access log, without looking at what it holds. */
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
        path: pathOf(req.originalUrl).slice(0, LOGGED_PATH),
        status: res.statusCode,
        ms: now() - startedAt,
      }),
    )
    next()
  }

/** The path of a request's target. */
export function pathOf(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? url : url.slice(0, at)
}
