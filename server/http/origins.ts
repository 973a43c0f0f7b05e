import type { Request, RequestHandler, Response } from 'express'
import type { SettingValues } from '../settings/settings.ts'
import { headersOf } from './encode-ending.ts'
import { isTrustedOrigin } from './guards.ts'
import { requestIdOf } from './open-request.ts'

const EXPOSED = [
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

/** True for the paths that pages of other origins may call at all. */
const isOpenToPages = (path: string) => !/^\/(admin|app|mcp)(\/|$)/.test(path)

/** Lets a page of any origin read answers, since a key is no ambient credential, and answers preflights. */
export const answerOrigins =
  (settings: SettingValues): RequestHandler =>
  (req, res, next) => {
    if (req.headers.origin !== undefined && isOpenToPages(req.path))
      res.set({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED })
    if (req.method === 'OPTIONS') answerPreflight(req, res, settings)
    else next()
  }

/** Pages of any origin may GET and POST, only ours may PUT and DELETE. */
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
