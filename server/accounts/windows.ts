import { randomBytes } from 'node:crypto'
import { newId } from '../base/ids.ts'
import { secretHash } from '../base/sha256.ts'
import { DAY, HOUR, iso, MINUTE } from '../base/times.ts'
import type { SignIn } from '../store/accounts/sign-ins.ts'
import type { Store } from '../store/open-store.ts'
import { browserOf } from './browser-of.ts'

/** How long an invitation is valid. */
const INVITATION_MS = 15 * MINUTE
/** How long a browser stays signed in. */
export const SIGN_IN_MS = 30 * DAY
/** The last use of a sign-in is stored at most this often. */
const LAST_USE_INTERVAL_MS = HOUR

const newSecret = () => randomBytes(32).toString('base64url')

/** Lets one window sign in. */
interface Invitation {
  token: string
  expires_at: string
}

/** What a browser sends when it signs in. */
interface SignInRequest {
  userAgent?: string | undefined
  /** The id of its previous sign-in, which the new one replaces. */
  before?: string | undefined
}

/** A new sign-in and its secret. */
export interface NewSignIn {
  id: string
  secret: string
}

/** Dependencies of signed-in windows. */
interface WindowDependencies {
  store: Pick<Store, 'signIns'>
  now(): number
  /** Called with the id of each sign-in that has ended, so that its connections are closed. */
  ended(signInId: string): void
  report(error: unknown): void
}

/** Invitations of windows, in memory, and their sign-ins, in the store, so that these survive a restart. */
export function createWindows({ store: { signIns }, now, ended, report }: WindowDependencies) {
  const invitations = new Map<string, number>()

  async function create(userAgent: string | undefined): Promise<NewSignIn> {
    const secret = newSecret()
    const at = now()
    const id = newId('sgn', at)
    const signIn = {
      id,
      hash: secretHash(secret),
      browser: browserOf(userAgent),
      created_at: at,
      expires_at: at + SIGN_IN_MS,
    }
    const removed = await signIns.create(signIn)
    removed.forEach(ended)
    return { id, secret }
  }

  async function leave(id: string): Promise<boolean> {
    const wasThere = await signIns.remove(id)
    ended(id)
    return wasThere
  }

  return {
    /** Creates a token that signs one window in, once. */
    invite(): Invitation {
      const token = newSecret()
      const expires = now() + INVITATION_MS
      for (const [known, at] of invitations) if (at <= now()) invitations.delete(known)
      invitations.set(secretHash(token), expires)
      return { token, expires_at: iso(expires) }
    },
    /** Creates a sign-in. Returns null if the token is unknown, used or expired. */
    async enter(token: string, { userAgent, before }: SignInRequest = {}): Promise<NewSignIn | null> {
      const key = secretHash(token)
      const expires = invitations.get(key)
      invitations.delete(key)
      if (expires === undefined || expires <= now()) return null
      const signIn = await create(userAgent)
      if (before) await leave(before)
      return signIn
    },
    /** Returns the sign-in with this secret, or null. */
    find(secret: string): SignIn | null {
      const signIn = signIns.find(secretHash(secret), now())
      if (signIn && now() - Date.parse(signIn.last_used_at) > LAST_USE_INTERVAL_MS)
        void signIns.noteUse(signIn.id, now()).catch(report)
      return signIn
    },
    /** Returns the current sign-ins, last used first. */
    list: () => signIns.list(now()),
    /** Signs a browser out and closes its connections. Returns false if it is not signed in. */
    leave,
  }
}

export type Windows = ReturnType<typeof createWindows>
