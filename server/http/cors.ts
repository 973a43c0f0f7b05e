import type { IncomingMessage } from 'node:http'
import type { SettingValues } from '../settings.ts'
import { isTrustedOrigin } from './guards.ts'

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

/** What lets a page of any origin read an answer; a key is no ambient credential. Empty where no page asks. */
export const corsHeaders = (
  { headers }: IncomingMessage,
  path: string,
): Record<string, string> | undefined =>
  headers.origin !== undefined && isOpenToPages(path)
    ? { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED }
    : undefined

/** What a preflight is told, beside `corsHeaders`: any origin may GET and POST, only ours may PUT and DELETE. */
export const preflightHeaders = (req: IncomingMessage, settings: SettingValues): Record<string, string> => ({
  'Access-Control-Allow-Methods': isTrustedOrigin(req, settings) ? 'GET, POST, PUT, DELETE' : 'GET, POST',
  'Access-Control-Allow-Headers': 'X-API-Key, Content-Type, Idempotency-Key, If-Match',
  'Access-Control-Max-Age': '600',
})
