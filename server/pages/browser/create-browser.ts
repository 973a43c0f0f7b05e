import { MINUTE } from '../../base/times.ts'
import { startDeadline } from '../fetch/deadline.ts'
import { pageTooLarge, shutDownError } from '../fetch/fetch-errors.ts'
import { proxiesFor } from '../fetch/fetch-state.ts'
import { parseAddress } from '../fetch/first-hop.ts'
import { unlessAborted } from '../fetch/unless-aborted.ts'
import type { Guard } from '../guard.ts'
import { type Clock, systemClock } from '../politeness/clock.ts'
import { createProxyRotation, type ProxyRotation, type ProxySelection } from '../proxies/proxy-rotation.ts'
import { type BrowserState, browserStateOf, keepBrowserState } from '../sessions/browser-state.ts'
import type { BrowsedPage, Browser, BrowserRequest, LoginWindow } from './browser.ts'
import { loadTimeout, toBrowserError } from './browser-errors.ts'
import { createDial } from './dial.ts'
import { type ForwardProxy, startForwardProxy } from './forward-proxy.ts'
import { createHeadless } from './headless.ts'
import { createLaunch, type OwnBrowser } from './launch.ts'
import type { Lease } from './lease.ts'
import { createBrowserQueues, type HoldSlot } from './lines.ts'
import { importHint, openLoginWindow } from './login-window.ts'
import { cookiesOfCaller } from './manners.ts'
import { createProfiles } from './profiles.ts'
import type { NetworkTerms } from './proxy-session.ts'
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
export interface BrowserDependencies {
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
  turns?: ProxyRotation
}

interface BrowserCall {
  url: URL
  request: BrowserRequest
  proxy: ProxySelection | null
  /** In milliseconds since 1970. */
  endsAt: number
  caller: AbortSignal
  /** Called when the page begins to arrive. */
  arrived(): void
}

/** A page with its frames, scripts and styles has many answers. Together they may have this many times `maxBytes`. */
const MAX_BYTES_FACTOR = 8

/** Creates a browser. Chromium is started when it is first needed and ended when it has been idle for `idleMs`. */
export function createBrowser(parts: BrowserDependencies): Browser {
  const { guard, settings, own, idleMs = 5 * MINUTE, clock = systemClock } = parts
  const { turns = createProxyRotation(clock) } = parts
  const launch = createLaunch(() => settings().path, own, parts.longestStartMs)
  const queues = createBrowserQueues(() => settings().pages, clock)
  let forwardProxy: Promise<ForwardProxy> | undefined
  const proxy = () => {
    forwardProxy ??= startForwardProxy(createDial(guard))
    return forwardProxy
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

  const selectProxy = (
    request: Pick<BrowserRequest, 'proxy' | 'profile' | 'session'>,
  ): ProxySelection | null => {
    const list = proxiesFor(request, settings())
    return list && turns.begin(list, request.profile ?? request.session?.cookies.owner)
  }

  /** Tries the next proxy of the list if one fails before the page has loaded. */
  async function openThroughProxies(call: BrowserCall, holdSlot: HoldSlot): Promise<BrowsedPage> {
    for (;;) {
      try {
        const page = await openOnce(call, holdSlot)
        call.proxy?.worked()
        return page
      } catch (error) {
        if (!call.proxy?.failed(error)) throw error
      }
    }
  }

  async function openOnce(
    { url, request, endsAt, caller, arrived, proxy: selection }: BrowserCall,
    holdSlot: HoldSlot,
  ): Promise<BrowsedPage> {
    if (closed) throw shutDownError(url.host)
    const { maxBytes } = settings()
    const proxy = selection?.current() ?? null
    const state = request.session && browserStateOf(request.session)
    const lease = await (request.profile === undefined
      ? headless.take({ userAgent: userAgentOf(request), state })
      : profiles.take(request.profile))
    const tooLarge = new AbortController()
    const signal = AbortSignal.any([caller, tooLarge.signal])
    const overflow = () => tooLarge.abort(pageTooLarge(url.host, maxBytes))
    const bound = { maxBytes: MAX_BYTES_FACTOR * maxBytes, overflow }
    const session = lease.pass.begin({ allow: request.allow, proxy, ...bound })
    try {
      const unpacked = { document: maxBytes, all: bound.maxBytes, overflow }
      const visitOptions = {
        url,
        request,
        pass: lease.pass,
        session,
        maxBytes,
        unpacked,
        clock,
        endsAt,
        signal,
        arrived,
      }
      return await visitWith(lease, visitOptions, state)
    } finally {
      session.end()
      // Chromium can take long to close a page that keeps it busy, so the answer does not wait for that.
      holdSlot(lease.release())
    }
  }

  return {
    async open(request): Promise<BrowsedPage> {
      const url = parseAddress(request.url)
      let hasArrived = false
      const arrived = () => {
        hasArrived = true
      }
      guard.admit(url, request.allow)
      const timeoutMs = request.timeoutMs ?? settings().timeoutMs
      const { signal, end } = startDeadline(timeoutMs, request.signal)
      const endsAt = clock.now() + timeoutMs
      try {
        return await queues.inTurn(request.profile, signal, holdSlot =>
          openThroughProxies(
            { url, request, proxy: selectProxy(request), endsAt, caller: signal, arrived },
            holdSlot,
          ),
        )
      } catch (error) {
        if (closed) throw shutDownError(url.host)
        throw hasArrived && isTimeout(error)
          ? loadTimeout(url.host, error)
          : toBrowserError(error, url.host, undefined)
      } finally {
        end()
      }
    },
    found: launch.found,
    async show(profile, address, allow) {
      const url = parseAddress(address)
      guard.admit(url, allow)
      launch.requireWindow('Or pass the challenge in your own browser and upload the saved page.')
      const terms = termsOfWindow(selectProxy({ profile }), allow)
      await queues.alone(profile, () => profiles.show(profile, url.href, terms))
    },
    async logIn(session, address) {
      const url = parseAddress(address)
      guard.admit(url)
      launch.requireWindow(importHint(session))
      const terms = termsOfWindow(selectProxy({ session }))
      const windowParts = { launch, proxy: await proxy(), terms, session, url: url.href }
      const window = await openLoginWindow(windowParts)
      windows.add(window)
      void window.closed.then(() => windows.delete(window))
      return window
    },
    canShow: () => launch.found() !== null && launch.hasDisplay(),
    knows: profiles.knows,
    forget: profile => queues.alone(profile, () => profiles.forget(profile)),
    async close() {
      closed = true
      await Promise.all([headless.end(), profiles.end(), ...[...windows].map(window => window.close())])
      await (await forwardProxy)?.close()
    },
  }
}

/** Network terms for a window while it is open. There is no byte limit, since its user decides how much to load. */
const termsOfWindow = (selection: ProxySelection | null, allow?: (url: URL) => boolean): NetworkTerms => ({
  allow,
  proxy: selection?.current() ?? null,
  maxBytes: Number.POSITIVE_INFINITY,
  overflow: () => undefined,
})

/** Visits the address in a new page, which is closed at once when the signal aborts. */
async function visitWith(
  { context, identity }: Lease,
  visitOptions: Visit,
  state: BrowserState | undefined,
): Promise<BrowsedPage> {
  const { url, request, signal } = visitOptions
  signal.throwIfAborted()
  const page = await context.newPage()
  const close = () => void page.close().catch(() => undefined)
  signal.addEventListener('abort', close, { once: true })
  try {
    await identity?.assume(page, userAgentOf(request) ?? identity.userAgent)
    return await unlessAborted(visit(page, visitOptions), signal)
  } finally {
    // If the browser has exited, there is no state left to save.
    if (state)
      await keepBrowserState(context, request.session!, state, cookiesOfCaller(request, url)).catch(
        () => undefined,
      )
    close()
  }
}

const isTimeout = (error: unknown): error is Error => error instanceof Error && error.name === 'TimeoutError'

/** Chromium refuses an empty user agent. */
const userAgentOf = ({ headers = {} }: BrowserRequest) =>
  Object.entries(headers).find(([name]) => /^user-agent$/i.test(name))?.[1] || undefined
