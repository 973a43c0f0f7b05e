import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import type { CallerCookie } from '../browser/manners.ts'
import type { Cookie } from '../cookie-jar.ts'
import { decodeCookieText, encodeCookieText } from '../set-cookie.ts'
import { coversHost, type HostPattern, isWithin, reachesHost } from './host-patterns.ts'
import { MAX_STORAGE_LENGTH, type OriginStorage, type Session } from './session.ts'

/** Cookies in the form that Chromium uses. */
export type ContextCookies = Awaited<ReturnType<BrowserContext['cookies']>>
type ContextCookie = ContextCookies[number]

/** The initial state of a browser context. */
export interface BrowserState {
  cookies: ContextCookies
  origins: { origin: string; localStorage: OriginStorage['items'] }[]
}

/** How long reading the state of a browser may take. The storage of a page that is too busy to answer is not saved. */
const MAX_READ_MS = 2_000

/** Chromium refuses a cookie with another path, or with blanks around its value, and all other cookies with it. */
const USABLE_PATH = /^[^;]{1,1024}$/

/**
 * The state of a session for a separate context. A browser decides by its own rules where to send cookies, so each cookie
 * is restricted to the hosts of the session.
 */
export const browserStateOf = (session: Session): BrowserState => ({
  cookies: session.cookies
    .all()
    .filter(({ path }) => USABLE_PATH.test(path))
    .flatMap(cookie =>
      domainsOf(cookie, session.hosts).map(domain => ({
        name: decodeCookieText(cookie.name),
        value: decodeCookieText(cookie.value).trim(),
        domain,
        path: cookie.path,
        expires: Number.isFinite(cookie.expiresAt) ? cookie.expiresAt / 1000 : -1,
        httpOnly: cookie.httpOnly,
        secure: cookie.secure,
        sameSite: sameSiteOf(cookie),
      })),
    ),
  origins: session.storage().map(({ origin, items }) => ({ origin, localStorage: [...items] })),
})

/** Firefox exports cookies without SameSite as `None`, which Chromium discards unless they are `Secure`. */
const sameSiteOf = ({ sameSite, secure }: Cookie) =>
  sameSite === null || (sameSite === 'None' && !secure) ? 'Lax' : sameSite

/** The hosts of the patterns that a cookie may be sent to. A leading dot includes subdomains. */
function domainsOf({ domain, host }: Cookie, patterns: readonly HostPattern[]): string[] {
  if (domain === null) return coversHost(patterns, host) ? [host] : []
  const domains = patterns.flatMap(pattern => {
    if (!pattern.startsWith('*.')) return isWithin(pattern, domain) ? [pattern] : []
    const site = pattern.slice(2)
    if (isWithin(domain, site)) return [`.${domain}`]
    return isWithin(site, domain) ? [`.${site}`] : []
  })
  return [...new Set(domains)]
}

/**
 * Saves to the session what the sites have changed in a context since it started with `before`. Cookies that the caller gave
 * to the visit are not the site's.
 */
export const keepBrowserState = (
  context: BrowserContext,
  session: Session,
  before: BrowserState,
  ofCaller: readonly CallerCookie[] = [],
): Promise<unknown> =>
  Promise.race([
    saveChanges(context, session, before, ofCaller),
    sleep(MAX_READ_MS, undefined, { ref: false }),
  ])

async function saveChanges(
  context: BrowserContext,
  session: Session,
  before: BrowserState,
  ofCaller: readonly CallerCookie[],
): Promise<void> {
  const after = await context.cookies()
  const known = new Map(before.cookies.map(cookie => [keyOf(cookie), cookie]))
  const remaining = new Set(after.map(keyOf))
  const isKept = (cookie: ContextCookie) => {
    const old = known.get(keyOf(cookie))
    return old?.value === cookie.value && Math.round(old.expires) === Math.round(cookie.expires)
  }
  const isOfCaller = ({ name, value, domain }: ContextCookie) =>
    ofCaller.some(own => own.name === name && own.value === value && new URL(own.url).hostname === domain)
  for (const cookie of after) if (!isKept(cookie) && !isOfCaller(cookie)) keep(session, cookie)
  for (const cookie of before.cookies)
    if (!remaining.has(keyOf(cookie))) keep(session, { ...cookie, expires: 0 })
  for (const page of context.pages()) await keepStorage(page, session)
}

const keyOf = ({ name, domain, path }: ContextCookie) => `${name}\n${domain}\n${path}`

function keep(
  { cookies, hosts }: Session,
  { name, value, domain, path, expires, ...rest }: ContextCookie,
): void {
  const host = domain.replace(/^\./, '')
  const found = { domain: domain.startsWith('.') ? host : null, host }
  if (!reachesHost(found, hosts)) return
  const { httpOnly, secure, sameSite } = rest
  cookies.put({
    name: encodeCookieText(name),
    value: encodeCookieText(value),
    ...found,
    path,
    expiresAt: expires === -1 ? Number.POSITIVE_INFINITY : expires * 1000,
    httpOnly,
    secure,
    sameSite: sameSite ?? null,
  })
}

async function keepStorage(page: Page, session: Session): Promise<void> {
  const url = URL.parse(page.url())
  if (!url || !/^https?:$/.test(url.protocol) || !coversHost(session.hosts, url.hostname)) return
  const items = await page.evaluate(readStorage, MAX_STORAGE_LENGTH)
  if (items) session.store({ origin: url.origin, items })
}

/**
 * Runs inside the page, so it cannot refer to anything outside its own body. Returns null if there are more than `maxLength`
 * characters.
 */
function readStorage(maxLength: number): OriginStorage['items'] | null {
  const items = Object.entries(localStorage).map(([name, value]) => ({ name, value: String(value) }))
  const size = items.reduce((sum, { name, value }) => sum + name.length + value.length, 0)
  return size > maxLength ? null : items
}
