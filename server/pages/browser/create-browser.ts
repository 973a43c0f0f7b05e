import { MINUTE } from '../../base/times.ts'
import { startDeadline } from '../deadline.ts'
import { pageTooLarge } from '../fetch-errors.ts'
import { proxiesFor } from '../fetch-state.ts'
import { parseAddress } from '../first-hop.ts'
import type { Guard } from '../guard.ts'
import { type Clock, systemClock } from '../politeness/clock.ts'
import { createProxyTurns, type ProxyTurn, type ProxyTurns } from '../proxies/turns.ts'
import { type BrowserState, browserStateOf, keepBrowserState } from '../sessions/browser-state.ts'
import { unlessAborted } from '../unless-aborted.ts'
import type { BrowsedPage, Browser, BrowserRequest, LoginWindow } from './browser.ts'
import { closing, toBrowserError } from './browser-errors.ts'
import { createDial } from './dial.ts'
import { type ForwardProxy, startForwardProxy } from './forward-proxy.ts'
import { createHeadless } from './headless.ts'
import { createLaunch, type OwnBrowser } from './launch.ts'
import type { Lease } from './lease.ts'
import { type Afterwards, createLines } from './lines.ts'
import { openLoginWindow, orImport } from './login-window.ts'
import { createProfiles } from './profiles.ts'
import type { SessionTerms } from './proxy-session.ts'
import { type Visit, visit } from './visit.ts'

/** The settings are read again for every request. */
export interface BrowserSettings {
  /** Path of a Chromium; null to use an installed browser. */
  path: string | null
  /** Pages that may be open at once; further calls wait. */
  pages: number
  timeoutMs: number
  /** Limit for the page's HTML and for each kept answer. */
  maxBytes: number
  /** The proxy or list of proxies for pages whose request names none; null for none. Throws if it cannot be determined. */
  proxy(): string | null
}

/** The dependencies of `createBrowser`. */
export interface BrowserParts {
  guard: Guard
  settings: () => BrowserSettings
  /** The folder that holds the profiles. */
  profiles: string
  /** Replaces the browser that the settings name or that is installed. */
  own?: OwnBrowser
  /** How long Chromium keeps running after its last page was closed. */
  idleMs?: number
  /** How long Chromium may take to start. */
  longestStartMs?: number
  clock?: Clock
  /** Shared with fetches over HTTP, so that both know which proxies are resting. */
  turns?: ProxyTurns
}

interface Look {
  url: URL
  request: BrowserRequest
  proxy: ProxyTurn | null
  /** In milliseconds since 1970. */
  endsAt: number
  caller: AbortSignal
}

/** A page with its frames, scripts and styles has many answers. Together they may have this many times `maxBytes`. */
const PAGE_SHARE = 8

/** Creates a browser. Chromium is started when it is first needed and ended when it has been idle for `idleMs`. */
export function createBrowser(parts: BrowserParts): Browser {
  const { guard, settings, own, idleMs = 5 * MINUTE, clock = systemClock } = parts
  const { turns = createProxyTurns(clock) } = parts
  const launch = createLaunch(() => settings().path, own, parts.longestStartMs)
  const lines = createLines(() => settings().pages, clock)
  let started: Promise<ForwardProxy> | undefined
  const proxy = () => {
    started ??= startForwardProxy(createDial(guard))
    return started
  }
  const headless = createHeadless({ launch, proxy, idleMs })
  const profiles = createProfiles({
    folder: parts.profiles,
    launch,
    proxy,
    identity: headless.identity,
    idleMs,
  })
  const windows = new Set<LoginWindow>()
  let closed = false

  const proxyTurn = (request: Pick<BrowserRequest, 'proxy' | 'profile' | 'session'>): ProxyTurn | null => {
    const list = proxiesFor(request, settings())
    return list && turns.begin(list, request.profile ?? request.session?.cookies.owner)
  }

  /** Tries the next proxy of the list if one fails before the page has loaded. */
  async function lookInTurn(look: Look, afterwards: Afterwards): Promise<BrowsedPage> {
    for (;;) {
      try {
        const page = await lookOnce(look, afterwards)
        look.proxy?.worked()
        return page
      } catch (error) {
        if (!look.proxy?.failed(error)) throw error
      }
    }
  }

  async function lookOnce(
    { url, request, endsAt, caller, proxy: turn }: Look,
    afterwards: Afterwards,
  ): Promise<BrowsedPage> {
    if (closed) throw closing(url.host)
    const { maxBytes } = settings()
    const proxy = turn?.current() ?? null
    const state = request.session && browserStateOf(request.session)
    const lease = await (request.profile === undefined
      ? headless.take({ userAgent: userAgentOf(request), state })
      : profiles.take(request.profile))
    const full = new AbortController()
    const signal = AbortSignal.any([caller, full.signal])
    const overflow = () => full.abort(pageTooLarge(url.host, maxBytes))
    const bound = { maxBytes: PAGE_SHARE * maxBytes, overflow }
    const session = lease.pass.begin({ allow: request.allow, proxy, ...bound })
    try {
      const unpacked = { document: maxBytes, all: bound.maxBytes, overflow }
      const visiting = { url, request, pass: lease.pass, session, maxBytes, unpacked, clock, endsAt, signal }
      return await visitWith(lease, visiting, state)
    } finally {
      session.end()
      // Chromium can take long to close a page that keeps it busy, so the answer does not wait for that.
      afterwards(lease.release())
    }
  }

  return {
    async open(request): Promise<BrowsedPage> {
      const url = parseAddress(request.url)
      guard.admit(url, request.allow)
      const timeoutMs = request.timeoutMs ?? settings().timeoutMs
      const { signal, end } = startDeadline(timeoutMs, request.signal)
      const endsAt = clock.now() + timeoutMs
      try {
        return await lines.inTurn(request.profile, signal, afterwards =>
          lookInTurn({ url, request, proxy: proxyTurn(request), endsAt, caller: signal }, afterwards),
        )
      } catch (error) {
        throw closed ? closing(url.host) : toBrowserError(error, url.host, undefined)
      } finally {
        end()
      }
    },
    found: launch.found,
    async show(profile, address, allow) {
      const url = parseAddress(address)
      guard.admit(url, allow)
      launch.requireWindow('Or pass the challenge in your own browser and upload the saved page.')
      const standing = standingTerms(proxyTurn({ profile }), allow)
      await lines.alone(profile, () => profiles.show(profile, url.href, standing))
    },
    async logIn(session, address) {
      const url = parseAddress(address)
      guard.admit(url)
      launch.requireWindow(orImport(session))
      const standing = standingTerms(proxyTurn({ session }))
      const own = { launch, proxy: await proxy(), terms: standing, session, url: url.href }
      const window = await openLoginWindow(own)
      windows.add(window)
      void window.closed.then(() => windows.delete(window))
      return window
    },
    canShow: () => launch.found() !== null && launch.hasDisplay(),
    knows: profiles.knows,
    forget: profile => lines.alone(profile, () => profiles.forget(profile)),
    async close() {
      closed = true
      await Promise.all([headless.end(), profiles.end(), ...[...windows].map(window => window.close())])
      await (await started)?.close()
    },
  }
}

/** Network terms for a window while it is open. There is no byte limit, since its user decides how much to load. */
const standingTerms = (turn: ProxyTurn | null, allow?: (url: URL) => boolean): SessionTerms => ({
  allow,
  proxy: turn?.current() ?? null,
  maxBytes: Number.POSITIVE_INFINITY,
  overflow: () => undefined,
})

/** Visits the address in a new page, which is closed at once when the signal aborts. */
async function visitWith(
  { context, identity }: Lease,
  visiting: Visit,
  state: BrowserState | undefined,
): Promise<BrowsedPage> {
  const { request, signal } = visiting
  signal.throwIfAborted()
  const page = await context.newPage()
  const close = () => void page.close().catch(() => undefined)
  signal.addEventListener('abort', close, { once: true })
  try {
    await identity?.assume(page, userAgentOf(request) ?? identity.userAgent)
    return await unlessAborted(visit(page, visiting), signal)
  } finally {
    // If the browser has exited, there is no state left to save.
    if (state) await keepBrowserState(context, request.session!, state).catch(() => undefined)
    close()
  }
}

const userAgentOf = ({ headers = {} }: BrowserRequest) =>
  Object.entries(headers).find(([name]) => /^user-agent$/i.test(name))?.[1]
