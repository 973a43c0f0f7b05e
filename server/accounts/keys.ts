import { randomBytes } from 'node:crypto'
import { publicCommand } from '../base/command.ts'
import { AppError } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import { secretHash } from '../base/sha256.ts'
import { isOver, iso } from '../base/times.ts'
import type { Account } from '../store/accounts/accounts.ts'
import type { Source } from '../store/accounts/calls.ts'
import { type ApiKey, SCOPES, type Scope } from '../store/accounts/keys.ts'
import type { Store } from '../store/open-store.ts'
import type { Caller } from './caller.ts'

const PREFIX = 'wk_'

/** Maximum number of crons that one transaction pauses, so that other work runs in between. */
const MAX_PAUSED_AT_ONCE = 100

/** True for a text that looks like a key of Winnow rather than the token of another issuer. */
export const isKey = (text: string) => text.startsWith(PREFIX)

/** The options of a new key. `expires_at` is an ISO time in the future. */
interface KeyOptions {
  name: string
  scopes?: Scope[] | undefined
  expires_at?: string | undefined
  monthly_cap?: number | undefined
  /** The origin of the only browser extension that may use the key. */
  origin?: string | undefined
}

/** A client of Winnow that calls with its own internal key. */
export interface InternalClient {
  name: 'cli' | 'window' | 'oauth'
  source: Source
  /** Who holds the key: the id of a sign-in, or the name of the client if all share one key. */
  holder: string
  /** When the key expires: at the end of its sign-in. */
  expires_at?: string | undefined
}

const unauthenticated = () =>
  new AppError('unauthenticated', 'The API key is missing or not valid.', {
    hint: `Send a key as \`X-API-Key\`; ${publicCommand`keys create`} creates one.`,
  })

const notItsExtension = () =>
  new AppError('forbidden', 'This key works in one browser extension alone.', {
    hint: `Call with a key of your own; ${publicCommand`keys create`} creates one.`,
  })

/**
 * API keys of accounts. A secret is shown once, when it is created; only its hash is stored. Keys in use are cached by hash, and
 * the cache is cleared on every change, so that a revoked key stops working at once. `ended` is called with its id.
 */
export function createKeys(
  store: Store,
  now: () => number,
  ended: (keyId: string) => void = () => undefined,
) {
  const cache = new Map<string, Caller>()
  const faces = new Map<string, { secret: string; caller: Caller }>()
  const faceCallers = new Map<string, Caller>()

  const load = async (digest: string): Promise<Caller | null> => {
    const key = await store.keys.findByHash(digest)
    const account = key && (await store.accounts.find(key.account_id))
    if (!key || !account) return null
    const caller: Caller = { account, key, source: 'api' }
    cache.set(digest, caller)
    return caller
  }

  /** Crons that are still enabled after a crash are paused at their next tick. */
  const pauseSome = (keyId: string): Promise<number> =>
    store.write(() => {
      const crons = store.crons.firingAs(keyId, MAX_PAUSED_AT_ONCE)
      for (const cron of crons) store.cronEndings.pauseForKey(cron, now())
      return crons.length
    })

  const checked = (caller: Caller | null, from: string | undefined): Caller => {
    if (!caller?.key.active) throw unauthenticated()
    const { expires_at, origin } = caller.key
    if (isOver(expires_at, now())) throw unauthenticated()
    if (origin !== null && origin !== from) throw notItsExtension()
    return caller
  }

  return {
    /**
     * Returns the caller that a secret belongs to, synchronously if it is cached. `origin` is the origin of the calling page.
     * Throws 401 for a missing, unknown, revoked or expired key, 403 for a key that belongs to another origin.
     */
    authenticate(secret: string | undefined, origin?: string): Caller | Promise<Caller> {
      if (!secret) throw unauthenticated()
      const digest = secretHash(secret)
      const known = cache.get(digest) ?? faceCallers.get(digest)
      return known ? checked(known, origin) : load(digest).then(caller => checked(caller, origin))
    },

    /** Creates a key. Its `secret` cannot be retrieved later. */
    async create(accountId: string, options: KeyOptions): Promise<ApiKey & { secret: string }> {
      const secret = PREFIX + randomBytes(24).toString('base64url')
      const at = now()
      const key = await store.keys.create({
        id: newId('key', at),
        account_id: accountId,
        name: options.name,
        hash: secretHash(secret),
        prefix: PREFIX,
        last4: secret.slice(-4),
        scopes: options.scopes ?? [...SCOPES],
        monthly_cap: options.monthly_cap ?? null,
        expires_at: options.expires_at === undefined ? null : Date.parse(options.expires_at),
        origin: options.origin ?? null,
        created_at: at,
      })
      return { ...key, secret }
    },

    /** Revokes a key immediately, and pauses the crons that run as this key. Returns null if it is unknown. */
    async revoke(id: string): Promise<ApiKey | null> {
      const key = await store.keys.revoke(id)
      cache.clear()
      ended(id)
      while (await pauseSome(id));
      return key
    },

    /** Drops cached keys after a change of their account. */
    forget(account: Account): void {
      cache.clear()
      for (const { caller } of faces.values()) if (caller.account.id === account.id) caller.account = account
    },

    /** Returns the secret of a client's own key: one per account and holder, in memory, not in the list of keys. */
    async faceKey(accountId: string, face: InternalClient): Promise<string> {
      const id = `${face.holder} ${accountId}`
      const known = faces.get(id)
      if (known) return known.secret
      const account = await store.accounts.find(accountId)
      if (!account) throw new AppError('unknown_resource', 'There is no such account.')
      // A second key of the same holder would outlive its end.
      const made = faces.get(id)
      if (made) return made.secret
      const secret = `${PREFIX}${face.name}_${randomBytes(24).toString('base64url')}`
      const key = faceKey(accountId, face, secret, now())
      const caller: Caller = { account, key, source: face.source }
      faces.set(id, { secret, caller })
      faceCallers.set(secretHash(secret), caller)
      return secret
    },

    /** Drops the keys of a holder, which stop working at once. */
    endFace(holder: string): void {
      for (const [id, { secret, caller }] of faces)
        if (id.startsWith(`${holder} `)) {
          faces.delete(id)
          faceCallers.delete(secretHash(secret))
          ended(caller.key.id)
        }
    },
  }
}

const faceKey = (
  accountId: string,
  { name, expires_at }: InternalClient,
  secret: string,
  at: number,
): ApiKey => ({
  id: newId('key', at),
  account_id: accountId,
  name,
  prefix: PREFIX,
  last4: secret.slice(-4),
  scopes: [...SCOPES],
  active: true,
  monthly_cap: null,
  expires_at: expires_at ?? null,
  origin: null,
  last_used_at: null,
  created_at: iso(at),
})

export type Keys = ReturnType<typeof createKeys>
