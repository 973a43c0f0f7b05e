import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Caller } from '../accounts/caller.ts'
import { isKey, type Keys } from '../accounts/keys.ts'
import { AppError } from '../base/errors.ts'
import type { SettingValues } from '../settings/settings.ts'
import type { Store } from '../store/open-store.ts'
import type { OAuth, TokenSubject } from './oauth.ts'

/** What authentication needs. */
export interface AuthenticateServices {
  keys: Keys
  oauth: OAuth
  store: Pick<Store, 'accounts'>
  settings: SettingValues
  now(): number
}

const bearerOf = ({ headers }: IncomingMessage) => /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]

/** Returns the account name of a subject: the characters of the subject that a name may have, and a unique hash of issuer and subject. */
function accountNameOf({ issuer, subject }: TokenSubject): string {
  const words = subject
    .replaceAll(/[^\w.@-]+/g, ' ')
    .trim()
    .slice(0, 40)
  const print = hash('sha256', JSON.stringify([issuer, subject]), 'hex').slice(0, 32)
  return `oauth ${words} ${print}`
}

/** Authenticates a client by its key (`X-API-Key` or Bearer) or, if the owner has set an issuer, by an access token. */
export function createAuthenticate({ keys, oauth, store, settings, now }: AuthenticateServices) {
  const byToken = async (req: IncomingMessage): Promise<Caller> => {
    const name = accountNameOf(await oauth.authenticate(req.headers.authorization))
    const known = await store.accounts.findByName(name)
    const account = known ?? (await store.accounts.ensure(name, settings.birth_credits, now()))
    const secret = await keys.faceKey(account.id, { name: 'oauth', source: 'mcp', holder: 'oauth' })
    return keys.authenticate(secret, req.headers.origin)
  }

  const asTools = (caller: Caller): Caller => ({ ...caller, source: 'mcp' })

  /** Returns the caller, synchronously if the key is known. Throws 401, 403 or 503. */
  return (req: IncomingMessage): Caller | Promise<Caller> => {
    // Some programs send each header that they know, also without a value.
    const key = (req.headers['x-api-key'] as string | undefined) || undefined
    const bearer = bearerOf(req)
    if (key !== undefined && bearer !== undefined && key !== bearer) throw twoCredentials()
    const secret = key ?? bearer
    const takesToken = settings.oauth_issuer !== null && key === undefined && !(bearer && isKey(bearer))
    const caller = takesToken ? byToken(req) : keys.authenticate(secret, req.headers.origin)
    return caller instanceof Promise ? caller.then(asTools) : asTools(caller)
  }
}

const twoCredentials = () =>
  new AppError('unauthenticated', 'The request has two different credentials.', {
    hint: 'Send the key either as `X-API-Key` or as Bearer.',
  })
