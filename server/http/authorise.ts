import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Caller } from '../accounts/caller.ts'
import type { Keys } from '../accounts/keys.ts'
import type { Windows } from '../accounts/windows.ts'
import { command, publicCommand } from '../base/command.ts'
import { AppError } from '../base/errors.ts'
import type { Operation } from '../operations/operation.ts'
import type { SettingValues } from '../settings/settings.ts'
import type { Scope } from '../store/accounts/keys.ts'
import { checkOrigin, isOwnPage } from './guards.ts'
import type { Query } from './query.ts'
import type { RateLimit } from './rate-limit.ts'
import { signInOf } from './window-cookie.ts'

/** What authorisation needs. */
export interface AuthoriseServices {
  keys: Keys
  rateLimit: RateLimit
  settings: SettingValues
  /** The token for `/admin`. It is in the lock file, which only the owner of the machine can read. */
  adminToken: string
  /** A signed-in window may use `/admin` too. */
  windows: Windows
}

/**
 * Returns the key of a request: from the header, or from the query parameter that is kept for compatibility. An empty key
 * counts as none. Throws 401 if they differ.
 */
export function keyOf({ headers }: IncomingMessage, { apiKey }: Query): string | undefined {
  const header = headers['x-api-key'] as string | undefined
  if (apiKey === undefined) return header
  const [key, ...others] = [header ?? [], apiKey].flat().filter(Boolean)
  if (others.every(other => other === key)) return key
  throw new AppError('unauthenticated', 'The request has two different keys.', {
    hint: 'Send one key, as `X-API-Key`.',
  })
}

/** Authorises a request. Throws 401 without a valid key, 403 without the scope, and 429 over the rate of a public endpoint. */
export function createAuthorise({ keys, rateLimit, settings, adminToken, windows }: AuthoriseServices) {
  return (
    req: IncomingMessage,
    query: Query,
    { id, access }: Operation,
  ): Caller | null | Promise<Caller | null> => {
    if (access === 'public') return rateLimit(id, req.socket.remoteAddress ?? '').then(() => null)
    if (access === 'admin') {
      if (req.headers.authorization === undefined && signInOf(req, windows)) checkOwnPage(req)
      else {
        checkOrigin(req, settings)
        checkAdminToken(req, adminToken)
      }
      return null
    }
    const caller = keys.authenticate(keyOf(req, query), req.headers.origin)
    return caller instanceof Promise
      ? caller.then(known => withScope(known, access))
      : withScope(caller, access)
  }
}

function checkAdminToken({ headers }: IncomingMessage, token: string) {
  const received = Buffer.from(headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  if (received.length === expected.length && timingSafeEqual(received, expected)) return
  throw new AppError('unauthenticated', 'Only the owner of this machine may do that.', {
    hint: `Use the command line on the machine that Winnow runs on; ${publicCommand`open`} signs a window in.`,
  })
}

/** Browsers send the cookie with requests of any page on this host, so the requesting page must be Winnow's own. */
function checkOwnPage(req: IncomingMessage) {
  if (isOwnPage(req)) return
  throw new AppError('forbidden', 'Only pages of Winnow itself may do that.', {
    hint: 'Open the app under the address that Winnow prints.',
  })
}

function withScope(caller: Caller, scope: Scope): Caller {
  if (caller.key.scopes.includes(scope)) return caller
  throw new AppError('forbidden', `This key does not have the scope \`${scope}\`.`, {
    hint: `Create a key that has it: ${command`keys create --account ${caller.account.name} --scopes ${scope}`}.`,
  })
}
