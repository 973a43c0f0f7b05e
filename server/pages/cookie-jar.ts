import { isIP } from 'node:net'
import { type ReceivedCookie, readSetCookie } from './set-cookie.ts'

/** The cookies of one site, in memory. */
export interface CookieJar {
  /** The site that it is for. */
  site: string
  /** What to send with a request: `a=1; b=2`, or '' for nothing. Pairs of `own` win over cookies of the same name. */
  header(url: URL, own?: string): string
  /** Keeps what an answer sets: its `Set-Cookie` lines, one cookie each. Other sites' cookies are passed over. */
  keep(url: URL, lines: readonly string[]): void
  /** How many it holds that have not expired. */
  count(): number
  /** Forgets everything, like a new visitor. */
  clear(): void
}

interface Cookie extends ReceivedCookie {
  host: string
  path: string
}

/** More than a site needs for visitors who do not sign in; the oldest is dropped. */
const MAX_COOKIES = 50

/** A jar for `site` (`example.com`) and the hosts below it, and for nothing else. */
export function createCookieJar(site: string, now: () => number): CookieJar {
  const cookies = new Map<string, Cookie>()

  const keepOne = (url: URL, line: string) => {
    const received = readSetCookie(line, now())
    if (!received || !isWithin(received.domain ?? url.hostname, site) || !mayBeSet(received, url)) return
    const cookie = { ...received, host: url.hostname, path: received.path ?? folderOf(url) }
    const name = `${cookie.name}\n${cookie.domain ?? `=${cookie.host}`}\n${cookie.path}`
    cookies.delete(name)
    if (cookie.expiresAt > now()) cookies.set(name, cookie)
    if (cookies.size > MAX_COOKIES) cookies.delete(cookies.keys().next().value!)
  }

  const fitting = (url: URL) =>
    [...cookies.values()]
      .filter(cookie => cookie.expiresAt > now() && belongsTo(cookie, url))
      .sort((a, b) => b.path.length - a.path.length)

  return {
    site,
    header(url, own = '') {
      const given = new Set(own.split(';').map(pair => pair.split('=')[0]!.trim()))
      const stored = fitting(url).filter(({ name }) => !given.has(name))
      return [...(own ? [own] : []), ...stored.map(({ name, value }) => `${name}=${value}`)].join('; ')
    },
    keep(url, lines) {
      if (isWithin(url.hostname, site)) for (const line of lines) keepOne(url, line)
    },
    count: () => [...cookies.values()].filter(({ expiresAt }) => expiresAt > now()).length,
    clear: () => cookies.clear(),
  }
}

/** Whether a host is the domain or lies below it; an IP address lies below nothing. */
const isWithin = (host: string, domain: string) =>
  host === domain || (host.endsWith(`.${domain}`) && !isIP(host))

const mayBeSet = ({ domain, secure }: ReceivedCookie, url: URL) =>
  (domain === null || isWithin(url.hostname, domain)) && (!secure || url.protocol === 'https:')

function belongsTo({ domain, host, path, secure }: Cookie, url: URL): boolean {
  const rightHost = domain === null ? url.hostname === host : isWithin(url.hostname, domain)
  return rightHost && isBelow(url.pathname, path) && (!secure || url.protocol === 'https:')
}

const isBelow = (path: string, folder: string) =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)

/** The folder of an address: all before its last slash, or the slash itself. */
const folderOf = ({ pathname }: URL) => pathname.slice(0, pathname.lastIndexOf('/')) || '/'
