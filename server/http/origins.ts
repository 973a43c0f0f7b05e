import type { Request, RequestHandler, Response } from 'express'
import type { Operation } from '../operations/operation.ts'
import type { SettingValues } from '../settings/settings.ts'
import { headersOf } from './encode-ending.ts'
import { isExtension, isTrustedOrigin } from './guards.ts'
import { requestIdOf } from './open-request.ts'

const EXPOSED_HEADERS = [
  'X-Credits-Used',
  'X-Credits-Remaining',
  'X-Request-Id',
  'X-Source',
  'X-Notice',
  'Retry-After',
  'Location',
  'ETag',
  'Link',
  'Idempotency-Replayed',
].join(', ')

/** True for paths that pages of other origins may call. */
const isOpenToPages = (path: string) => !/^\/(admin|app|mcp)(\/|$)/.test(path)

/**
 * Lets pages of any origin read answers, because browsers never send a key automatically, and answers preflights. Only
 * extensions can read the operations that are for extensions and need no key.
 */
export function answerOrigins(settings: SettingValues, operations: readonly Operation[]): RequestHandler {
  const extensionPaths = new Set(
    operations.filter(({ fromExtension }) => fromExtension).map(({ path }) => path),
  )
  const allowedOrigin = ({ path, headers: { origin } }: Request): string | null => {
    if (origin === undefined || !isOpenToPages(path)) return null
    if (!extensionPaths.has(path)) return '*'
    return isExtension(origin) ? origin : null
  }
  return (req, res, next) => {
    const origin = allowedOrigin(req)
    if (origin !== null)
      res.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED_HEADERS })
    if (extensionPaths.has(req.path)) res.vary('Origin')
    if (req.method === 'OPTIONS') answerPreflight(req, res, settings)
    else next()
  }
}

/** Pages of any origin may GET and POST; only trusted ones may PUT and DELETE. */
const answerPreflight = (req: Request, res: Response, settings: SettingValues) =>
  res
    .status(204)
    .set({
      ...headersOf(requestIdOf(res)),
      'Access-Control-Allow-Methods': isTrustedOrigin(req, settings) ? 'GET, POST, PUT, DELETE' : 'GET, POST',
      'Access-Control-Allow-Headers': 'X-API-Key, Content-Type, Idempotency-Key, If-Match',
      'Access-Control-Max-Age': '600',
    })
    .end()
