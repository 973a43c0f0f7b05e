import { coversHost, type HostPattern, isWithin } from './sessions/host-patterns.ts'
import { type ReceivedCookie, readSetCookie } from './set-cookie.ts'

/** The cookies of some hosts, in memory. */
export interface CookieJar {
  /** Whose cookies they are: fetches with them keep to one proxy. */
  owner: string
  /** What to send with a request: `a=1; b=2`, or '' for nothing. Pairs of `own` win over cookies of the same name. */
  header(url: URL, own?: string): string
  /** Keeps what an answer sets: its `Set-Cookie` lines, one cookie each. Other hosts' cookies are passed over. */
  keep(url: URL, lines: readonly string[]): void
  /** Those that have not expired. */
  all(): Cookie[]
  /** Keeps a cookie; one that has expired removes that of its name, host and path. */
  put(cookie: Cookie): void
  /** How many it holds that have not expired. */
  count(): number
  /** Forgets everything, like a new visitor. */
  clear(): void
}

/** A cookie with what it was set by: for `host` alone, or for `domain` and the hosts below it. */
export interface Cookie extends ReceivedCookie {
  host: string
  path: string
}

/** What a jar may have beside its hosts. */
interface JarOptions {
  owner?: string
  /** What it begins with. */
  cookies?: readonly Cookie[]
  /** Most cookies; the oldest is dropped. */
  most?: number
  /** Called when what it holds has changed. */
  changed?(): void
}

/** More than a site needs for visitors who do not sign in. */
const MOST_COOKIES = 50

/** Name, host and path: of cookies that are alike in these, the later one counts. */
export const keyOf = ({ name, domain, host, path }: Cookie): string =>
  `${name}\n${domain ?? `=${host}`}\n${path}`

/** A jar for the hosts of these patterns, and for nothing else. */
export function createCookieJar(
  hosts: readonly HostPattern[],
  now: () => number,
  {
    owner = hosts.join(),
    cookies: first = [],
    most = MOST_COOKIES,
    changed = () => undefined,
  }: JarOptions = {},
): CookieJar {
  const cookies = new Map(first.map(cookie => [keyOf(cookie), cookie]))

  const put = (cookie: Cookie) => {
    const key = keyOf(cookie)
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

  const fitting = (url: URL) =>
    [...cookies.values()]
      .filter(cookie => cookie.expiresAt > now() && belongsTo(cookie, url))
      .sort((a, b) => b.path.length - a.path.length)
  const all = () => [...cookies.values()].filter(({ expiresAt }) => expiresAt > now())

  return {
    owner,
    header(url, own = '') {
      const given = new Set(own.split(';').map(pair => pair.split('=')[0]!.trim()))
      const ours = coversHost(hosts, url.hostname) ? fitting(url) : []
      const stored = ours.filter(({ name }) => !given.has(name))
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

/** Whether nothing that counts has changed from one to the other, of the same name, host and path. */
export const isSameCookie = (one: Cookie | undefined, other: Cookie | undefined): boolean =>
  one?.value === other?.value && one?.expiresAt === other?.expiresAt

/** A domain of one label is a top level, which no site may set cookies for. */
const mayBeSet = ({ domain, secure }: ReceivedCookie, url: URL) =>
  (domain === null || domain === url.hostname || (isWithin(url.hostname, domain) && domain.includes('.'))) &&
  (!secure || url.protocol === 'https:')

function belongsTo({ domain, host, path, secure }: Cookie, url: URL): boolean {
  const rightHost = domain === null ? url.hostname === host : isWithin(url.hostname, domain)
  return rightHost && isBelow(url.pathname, path) && (!secure || url.protocol === 'https:')
}

const isBelow = (path: string, folder: string) =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)

/** The folder of an address: all before its last slash, or the slash itself. */
const folderOf = ({ pathname }: URL) => pathname.slice(0, pathname.lastIndexOf('/')) || '/'
