import type { Cookie } from '../../../server/pages/cookie-jar.ts'
import type { HostPattern } from '../../../server/pages/sessions/host-patterns.ts'
import { createSession, type OriginStorage, type Session } from '../../../server/pages/sessions/session.ts'

const NEVER = Number.POSITIVE_INFINITY

/** A cookie as a site sets it. A domain with a leading dot includes its subdomains. */
export const cookie = (name: string, value: string, domain: string, more: Partial<Cookie> = {}): Cookie => ({
  name,
  value,
  host: domain.replace(/^\./, ''),
  domain: domain.startsWith('.') ? domain.slice(1) : null,
  path: '/',
  expiresAt: NEVER,
  secure: false,
  httpOnly: true,
  sameSite: null,
  ...more,
})

/** A session for these hosts with these cookies. */
export const makeSession = (
  hosts: HostPattern[],
  cookies: Cookie[],
  more: Partial<Pick<Session, 'login_url' | 'login_text'>> & { storage?: OriginStorage[] } = {},
): Session => {
  const { storage = [], ...terms } = more
  return createSession({
    terms: { name: 'shop', hosts, login_url: null, login_text: null, ...terms },
    state: { cookies, storage },
    now: Date.now,
  })
}

/** The values of a session’s cookies by name. */
export const valuesOf = (session: Session): Record<string, string> =>
  Object.fromEntries(session.cookies.all().map(({ name, value }) => [name, value]))
