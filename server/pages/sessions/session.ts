import { type Cookie, type CookieJar, cookieKey, createCookieJar, isSameCookie } from '../cookie-jar.ts'
import { coversHost, type HostPattern, reachesHost } from './host-patterns.ts'

/** The local storage of one origin. */
export interface OriginStorage {
  origin: string
  items: { name: string; value: string }[]
}

/** Everything that a site has stored for a visitor who logged in. */
export interface SessionState {
  cookies: Cookie[]
  storage: OriginStorage[]
}

/** The hosts that a session is for, and how to recognise that the site has logged it out. */
export interface SessionTerms {
  name: string
  hosts: readonly HostPattern[]
  /** The address of the login page; null if not known. */
  login_url: string | null
  /** Text that only occurs on pages for visitors who are not logged in. */
  login_text: string | null
}

/** A login as fetches use it: its contents are sent to its hosts, and what these change is saved. */
export interface Session extends SessionTerms {
  cookies: CookieJar
  storage(): readonly OriginStorage[]
  /** Saves the local storage of a page. */
  store(storage: OriginStorage): void
}

export const MAX_SESSION_COOKIES = 1_000
/** Limit for the characters of local storage, names and values together. */
export const MAX_STORAGE_LENGTH = 1_000_000
export const MAX_ORIGINS = 50

interface SessionDependencies {
  terms: SessionTerms
  state: SessionState
  now(): number
  /** Called when the state has changed. */
  changed?(): void
}

/** Creates a session in memory. The caller saves its state. */
export function createSession({
  terms,
  state,
  now,
  changed = () => undefined,
}: SessionDependencies): Session {
  const storage = new Map(state.storage.map(one => [one.origin, one]))
  const cookies = createCookieJar(terms.hosts, now, {
    owner: terms.name,
    cookies: state.cookies,
    most: MAX_SESSION_COOKIES,
    changed,
  })
  return {
    ...terms,
    cookies,
    storage: () => [...storage.values()],
    store(one) {
      if (JSON.stringify(storage.get(one.origin)?.items ?? []) === JSON.stringify(one.items)) return
      const others = [...storage.values()].filter(({ origin }) => origin !== one.origin)
      if (others.length >= MAX_ORIGINS || sizeOfStorage([...others, one]) > MAX_STORAGE_LENGTH) return
      if (one.items.length > 0) storage.set(one.origin, one)
      else storage.delete(one.origin)
      changed()
    },
  }
}

export const stateOf = (session: Session): SessionState => ({
  cookies: session.cookies.all(),
  storage: [...session.storage()],
})

/** The number of characters of local storage, names and values together. */
export const sizeOfStorage = (storage: readonly OriginStorage[]): number =>
  storage.reduce(
    (sum, { items }) => sum + items.reduce((part, { name, value }) => part + name.length + value.length, 0),
    0,
  )

/** Parses a saved state. JSON has no Infinity, so an expiry of `null` means that the cookie never expires. */
export function stateFromJson(text: string): SessionState {
  const { cookies, storage } = JSON.parse(text) as SessionState
  const endless = Number.POSITIVE_INFINITY
  return { cookies: cookies.map(cookie => ({ ...cookie, expiresAt: cookie.expiresAt ?? endless })), storage }
}

/** Returns what changed from one state to the next. A removed cookie is returned as an expired one. */
export function changesOf(before: SessionState, after: SessionState): SessionState {
  const known = new Map(before.cookies.map(cookie => [cookieKey(cookie), cookie]))
  const remaining = new Set(after.cookies.map(cookieKey))
  const removed = before.cookies.filter(cookie => !remaining.has(cookieKey(cookie)))
  const origins = new Map(before.storage.map(one => [one.origin, JSON.stringify(one.items)]))
  return {
    cookies: [
      ...removed.map(cookie => ({ ...cookie, expiresAt: 0 })),
      ...after.cookies.filter(cookie => !isSameCookie(known.get(cookieKey(cookie)), cookie)),
    ],
    storage: after.storage.filter(({ origin, items }) => origins.get(origin) !== JSON.stringify(items)),
  }
}

/** Applies changes that were made elsewhere to a session. */
export function applyChanges(session: Session, { cookies, storage }: SessionState): void {
  for (const cookie of cookies) if (reachesHost(cookie, session.hosts)) session.cookies.put(cookie)
  for (const one of storage) if (coversHost(session.hosts, new URL(one.origin).hostname)) session.store(one)
}
