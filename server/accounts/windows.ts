import { hash, randomBytes } from 'node:crypto'
import { iso, MINUTE } from '../base/times.ts'

/** How long an invitation waits for its window. */
const INVITED_MS = 15 * MINUTE

const digest = (secret: string) => hash('sha256', secret, 'base64')
const newSecret = () => randomBytes(32).toString('base64url')

/** The way in for one window. */
export interface Invitation {
  token: string
  expires_at: string
}

/** The windows that are signed in. They live in memory: each ends with its sign-out or with the process. */
export function createWindows(now: () => number) {
  const invited = new Map<string, number>()
  const open = new Set<string>()

  return {
    /** A token that lets one window in, once. */
    invite(): Invitation {
      const token = newSecret()
      const expires = now() + INVITED_MS
      for (const [known, at] of invited) if (at <= now()) invited.delete(known)
      invited.set(digest(token), expires)
      return { token, expires_at: iso(expires) }
    },
    /** The secret of a new window; null for a token that is unknown, used or too old. */
    enter(token: string): string | null {
      const key = digest(token)
      const expires = invited.get(key)
      invited.delete(key)
      if (expires === undefined || expires <= now()) return null
      const secret = newSecret()
      open.add(digest(secret))
      return secret
    },
    /** The id of the open window that holds this secret. */
    find(secret: string): string | null {
      const id = digest(secret)
      return open.has(id) ? id : null
    },
    leave: (id: string): void => void open.delete(id),
  }
}

export type Windows = ReturnType<typeof createWindows>
