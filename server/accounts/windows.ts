import { hash, randomBytes } from 'node:crypto'
import { newId } from '../base/ids.ts'
import { DAY, HOUR, iso, MINUTE } from '../base/times.ts'
import type { SignIn } from '../store/accounts/sign-ins.ts'
import type { Store } from '../store/open-store.ts'
import { browserOf } from './browser-of.ts'

/** How long an invitation waits for its window. */
const INVITED_MS = 15 * MINUTE
/** How long a browser stays signed in. */
export const SIGN_IN_MS = 30 * DAY
/** The last use of a sign-in is written down no more often than this. */
const NOTED_MS = HOUR

const digest = (secret: string) => hash('sha256', secret, 'base64')
const newSecret = () => randomBytes(32).toString('base64url')

/** The way in for one window. */
export interface Invitation {
  token: string
  expires_at: string
}

/** What a browser that signs in says of itself. */
export interface Entering {
  userAgent?: string | undefined
  /** The sign-in that it was signed in by before; the new one takes its place. */
  before?: string | undefined
}

/** A new sign-in, and the secret that opens it. */
export interface Entered {
  id: string
  secret: string
}

/** What signed-in windows stand on. */
export interface WindowParts {
  store: Pick<Store, 'signIns'>
  now(): number
  /** Called with each sign-in that has ended; what it opened is to stop. */
  ended(signInId: string): void
  report(error: unknown): void
}

/** The invitations of windows, in memory, and the sign-ins of those that took one, in the store: they outlive a restart. */
export function createWindows({ store: { signIns }, now, ended, report }: WindowParts) {
  const invited = new Map<string, number>()

  async function create(userAgent: string | undefined): Promise<Entered> {
    const secret = newSecret()
    const at = now()
    const id = newId('sgn', at)
    const signIn = {
      id,
      hash: digest(secret),
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
    /** A token that lets one window in, once. */
    invite(): Invitation {
      const token = newSecret()
      const expires = now() + INVITED_MS
      for (const [known, at] of invited) if (at <= now()) invited.delete(known)
      invited.set(digest(token), expires)
      return { token, expires_at: iso(expires) }
    },
    /** A new sign-in; null for a token that is unknown, used or too old. */
    async enter(token: string, { userAgent, before }: Entering = {}): Promise<Entered | null> {
      const key = digest(token)
      const expires = invited.get(key)
      invited.delete(key)
      if (expires === undefined || expires <= now()) return null
      const entered = await create(userAgent)
      if (before) await leave(before)
      return entered
    },
    /** The sign-in that this secret opens. */
    find(secret: string): SignIn | null {
      const signIn = signIns.find(digest(secret), now())
      if (signIn && now() - Date.parse(signIn.last_used_at) > NOTED_MS)
        void signIns.noteUse(signIn.id, now()).catch(report)
      return signIn
    },
    /** Those that are signed in, last used first. */
    list: () => signIns.list(now()),
    /** Signs a browser out; false where it is not signed in. What it opened ends at once. */
    leave,
  }
}

export type Windows = ReturnType<typeof createWindows>
