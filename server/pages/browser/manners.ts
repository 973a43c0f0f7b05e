import type { BrowserContext, Page } from 'playwright-core'
import { isConnectionHeader } from '../../base/fields/request-headers.ts'
import type { BrowserRequest } from './browser.ts'
import { refusedCookie } from './browser-errors.ts'
import type { ProxyPass } from './forward-proxy.ts'

/** Resource types that cost time and contain no data. */
const BLOCKED_TYPES = new Set(['image', 'media', 'font'])

/** Header fields that are passed to the browser in other ways, or that it sets itself. */
const BROWSER_HEADERS = new Set(['cookie', 'user-agent', 'accept-encoding'])

/** Prepares a page: blocks images, fonts, media and popups, and sends the caller's headers and cookies. */
export async function preparePage(
  page: Page,
  url: URL,
  request: BrowserRequest,
  pass: ProxyPass,
): Promise<void> {
  page.on('popup', popup => void popup.close().catch(() => undefined))
  await page.route('**/*', route =>
    (BLOCKED_TYPES.has(route.request().resourceType())
      ? route.abort('blockedbyclient')
      : route.continue()
    ).catch(() => undefined),
  )
  await addCookies(page.context(), cookiesOfCaller(request, url))
  const sentHeaders = callerHeaders(request).filter(
    ([name]) => !isConnectionHeader(name) && !BROWSER_HEADERS.has(name),
  )
  if (sentHeaders.length) await sendHeaders(page, url.origin, Object.fromEntries(sentHeaders), pass)
}

const callerHeaders = ({ headers = {} }: BrowserRequest) =>
  Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)

/** Returns the cookies of the `Cookie` header that the caller gave. */
export function cookiesOfCaller(request: BrowserRequest, url: URL): CallerCookie[] {
  const cookie = callerHeaders(request).find(([name]) => name === 'cookie')?.[1]
  return cookie ? toCookies(cookie, url) : []
}

/**
 * Sends the caller's headers to this origin only. Playwright's own methods would also send them to another site after a
 * redirect.
 */
async function sendHeaders(
  page: Page,
  origin: string,
  callerHeaders: Record<string, string>,
  { proxy: { username, password } }: ProxyPass,
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const headers = Object.entries({ ...lowerNames(request.headers), ...callerHeaders })
    const fields = headers.map(([name, value]) => ({ name, value }))
    session.send('Fetch.continueRequest', { requestId, headers: fields }).catch(() => undefined)
  })
  session.on('Fetch.authRequired', ({ requestId, authChallenge: { source } }) => {
    const authChallengeResponse =
      source === 'Proxy'
        ? { response: 'ProvideCredentials' as const, username, password }
        : { response: 'Default' as const }
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => undefined)
  })
  await session.send('Fetch.enable', {
    handleAuthRequests: true,
    patterns: [{ urlPattern: `${origin}/*`, resourceType: 'Document' }],
  })
}

const lowerNames = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

function toCookies(header: string, { origin }: URL): CallerCookie[] {
  return header.split(';').flatMap(pair => {
    const [name = '', ...value] = pair.split('=').map(text => text.trim())
    return name && value.length ? [{ name, value: value.join('='), url: origin }] : []
  })
}

/** A cookie for all pages of the origin `url`. */
export interface CallerCookie {
  name: string
  value: string
  url: string
}

/** Throws `invalid_input` for the first cookie that Chromium refuses. It refuses all that are added together with one. */
async function addCookies(context: BrowserContext, cookies: readonly CallerCookie[]): Promise<void> {
  if (cookies.length === 0) return
  const add = (some: readonly CallerCookie[]) => context.addCookies(some).catch(onlyRefused)
  if (!(await add(cookies))) return
  for (const cookie of cookies) {
    const refusal = await add([cookie])
    if (refusal) throw refusedCookie(cookie, refusal)
  }
}

function onlyRefused(error: Error): Error {
  if (/Invalid cookie fields/.test(error.message)) return error
  throw error
}
