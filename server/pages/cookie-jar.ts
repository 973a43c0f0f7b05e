import { coversHost, type HostPattern, isWithin } from './sessions/host-patterns.ts'
import { type ReceivedCookie, readSetCookie } from './set-cookie.ts'

/** The cookies of certain hosts, in memory. */
export interface CookieJar {
  /** The name of the owner of the cookies. Fetches with the same owner use the same proxy. */
  owner: string
  /**
   * The Cookie header for a request: `a=1; b=2`, or '' if there is none. Pairs of `own` replace cookies of the same name.
   */
  header(url: URL, own?: string): string
  /** Stores the cookies of an answer from its `Set-Cookie` lines, one cookie each. Cookies of other hosts are ignored. */
  keep(url: URL, lines: readonly string[]): void
  /** All cookies that have not expired. */
  all(): Cookie[]
  /** Stores a cookie. An expired cookie removes the stored one with the same name, host and path. */
  put(cookie: Cookie): void
  /** The number of cookies that have not expired. */
  count(): number
  /** Removes all cookies, as for a new visitor. */
  clear(): void
}

/** A cookie and where it applies: to `host` alone, or to `domain` and its subdomains. */
export interface Cookie extends ReceivedCookie {
  host: string
  path: string
}

/** Optional settings of a jar. */
interface JarOptions {
  owner?: string
  /** The initial cookies. */
  cookies?: readonly Cookie[]
  /** The largest number of cookies. Beyond it, the oldest is removed. */
  most?: number
  /** Called when the stored cookies have changed. */
  changed?(): void
}

/** More cookies than any site needs for visitors who are not logged in. */
const MAX_COOKIES = 50

/** The identity of a cookie: name, host or domain, and path. A later cookie replaces an earlier one with the same key. */
export const cookieKey = ({ name, domain, host, path }: Cookie): string =>
  `${name}\n${domain ?? `=${host}`}\n${path}`

/** Creates a jar for the hosts of these patterns. Cookies of other hosts are ignored. */
export function createCookieJar(
  hosts: readonly HostPattern[],
  now: () => number,
  {
    owner = hosts.join(),
    cookies: initial = [],
    most = MAX_COOKIES,
    changed = () => undefined,
  }: JarOptions = {},
): CookieJar {
  const cookies = new Map(initial.map(cookie => [cookieKey(cookie), cookie]))

  const put = (cookie: Cookie) => {
    const key = cookieKey(cookie)
    const before = cookies.get(key)
    cookies.delete(key)
    if (cookie.expiresAt > now()) cookies.set(key, cookie)
    if (cookies.size > most) cookies.delete(cookies.keys().next().value!)
    if (!isSameCookie(before, cookies.get(key))) changed()
  }

  const keepOne = (url: URL, line: string) => {
    const received = readSetCookie(line, now())
    if (!received || !mayBeSet(received, url)) return
    put({ ...received, host: url.hostname, path: received.path ?? folderOf(url) })
  }

  const matchingCookies = (url: URL) =>
    [...cookies.values()]
      .filter(cookie => cookie.expiresAt > now() && belongsTo(cookie, url))
      .sort((a, b) => b.path.length - a.path.length)
  const all = () => [...cookies.values()].filter(({ expiresAt }) => expiresAt > now())

  return {
    owner,
    header(url, own = '') {
      const ownNames = new Set(own.split(';').map(pair => pair.split('=')[0]!.trim()))
      const matching = coversHost(hosts, url.hostname) ? matchingCookies(url) : []
      const stored = matching.filter(({ name }) => !ownNames.has(name))
      return [...(own ? [own] : []), ...stored.map(({ name, value }) => `${name}=${value}`)].join('; ')
    },
    keep(url, lines) {
      if (coversHost(hosts, url.hostname)) for (const line of lines) keepOne(url, line)
    },
    all,
    put,
    count: () => all().length,
    clear() {
      cookies.clear()
      changed()
    },
  }
}

/** Whether two cookies with the same name, host and path have the same value and expiry. */
export const isSameCookie = (one: Cookie | undefined, other: Cookie | undefined): boolean =>
  one?.value === other?.value && one?.expiresAt === other?.expiresAt

/** A domain with a single label is a top-level domain, for which no site may set cookies. */
const mayBeSet = ({ domain, secure }: ReceivedCookie, url: URL) =>
  (domain === null || domain === url.hostname || (isWithin(url.hostname, domain) && domain.includes('.'))) &&
  (!secure || url.protocol === 'https:')

function belongsTo({ domain, host, path, secure }: Cookie, url: URL): boolean {
  const rightHost = domain === null ? url.hostname === host : isWithin(url.hostname, domain)
  return rightHost && isBelow(url.pathname, path) && (!secure || url.protocol === 'https:')
}

const isBelow = (path: string, folder: string) =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)

/** The default path of a cookie: the URL's path up to its last slash, or `/`. */
const folderOf = ({ pathname }: URL) => pathname.slice(0, pathname.lastIndexOf('/')) || '/'
