import { AppError } from '../../base/errors.ts'
import { createAsk } from '../ask.ts'
import { createConnections } from '../connections.ts'
import { createDesktopExchange } from '../desktop/desktop-exchange.ts'
import type { DesktopNetwork } from '../desktop/desktop-network.ts'
import type { Guard } from '../guard.ts'
import { type Clock, systemClock } from '../politeness/clock.ts'
import { createHostQueues, type ReleaseSlot } from '../politeness/host-line.ts'
import { createRobots } from '../politeness/robots.ts'
import { createProxyRotation, type ProxyRotation } from '../proxies/proxy-rotation.ts'
import { startDeadline } from './deadline.ts'
import type { Answer } from './exchange.ts'
import { createAttempt, enterQueue } from './fetch-attempt.ts'
import { toFetchError } from './fetch-errors.ts'
import {
  type FetchSettings,
  type FetchState,
  fetchStateOf,
  type PageRequest,
  proxiesFor,
} from './fetch-state.ts'
import { type FetchedPage, toPage } from './fetched-page.ts'
import { firstHop, parseAddress } from './first-hop.ts'
import { assertWebTarget, followRedirect, type Hop, redirectTarget } from './redirect.ts'
import { refreshTarget } from './refresh.ts'

export interface Fetcher {
  /**
   * Fetches a page. Throws `invalid_input`, `target_forbidden`, `dns`, `tls`, `connection`, `timeout`, `cancelled`,
   * `page_too_large`, `encoding`, `redirects`, or `unavailable_service` after `close`.
   */
  fetch(request: PageRequest): Promise<FetchedPage>
  /**
   * Returns if the site's robots.txt lets crawlers fetch the address. Throws `target_forbidden` if not, and everything that
   * `fetch` throws.
   */
  checkRobots(request: PageRequest): Promise<void>
  /** Returns if the address may be fetched, judging only by its text. Throws `invalid_input`, `target_forbidden`. */
  checkAddress(url: string): void
  /**
   * Takes a slot in the queue of the address's host, for a page that another machine fetches. The function that it returns
   * frees the slot. Throws `invalid_input`, `target_forbidden`, `timeout`, `cancelled`.
   */
  enterLine(request: Pick<PageRequest, 'url' | 'timeoutMs' | 'signal' | 'allow'>): Promise<ReleaseSlot>
  /** Whether the network stack of the desktop app is available. */
  hasDesktop(): boolean
  close(): Promise<void>
}

/** The dependencies of `createFetcher`. */
interface FetcherDependencies {
  guard: Guard
  settings: () => FetchSettings
  /** The network stack of the desktop app, if Winnow runs as one. */
  network?: DesktopNetwork
  /** Shared with the browser, so that both know which proxies are resting. */
  turns?: ProxyRotation
  /** The system's clock, unless a test passes another. */
  clock?: Clock
}

/** Creates the fetcher. All fetches over HTTP go through it. Connections are kept alive between calls until `close`. */
export function createFetcher({
  guard,
  settings,
  clock = systemClock,
  ...parts
}: FetcherDependencies): Fetcher {
  const { turns = createProxyRotation(clock), network = null } = parts
  const connections = createConnections(guard)
  const line = createHostQueues(settings, clock)
  const desktop = createDesktopExchange(network, guard)
  const ask = createAsk(createAttempt({ guard, connections, line, desktop }), clock)
  const robots = createRobots(clock.now)

  async function fetchHop(hop: Hop, fetchState: FetchState, hopsLeft: number): Promise<FetchedPage> {
    if (fetchState.robots) await robots.check(hop.url, robotsAccess(fetchState))
    const answer = await ask(hop, fetchState)
    const target = redirectTarget(answer.status, answer.headers, hop.url) ?? refreshOf(answer, hop)
    if (!target) return toPage(answer, hop.url)
    if (hopsLeft === 0) throw tooManyRedirects(hop.url.host, settings().maxRedirects)
    assertWebTarget(hop.url, target)
    return fetchHop(
      followRedirect(hop, answer.status, target, fetchState.secretHeaders),
      fetchState,
      hopsLeft - 1,
    )
  }

  /** The request for a robots.txt serves every caller that waits for it, so it does not use the signal of the first one. */
  const robotsAccess = ({ proxy, signal }: FetchState) => ({
    read: (url: string) =>
      fetch({ url, ...(proxy && !proxy.list.trusted && { proxy: proxy.list.addresses }) }),
    route: proxy?.list.addresses ?? '',
    signal,
  })

  const selectProxy = (request: PageRequest, current: FetchSettings) => {
    const list = proxiesFor(request, current)
    return list && turns.begin(list, request.cookies?.owner)
  }

  async function withDeadline<T>(
    request: PageRequest,
    work: (hop: Hop, fetchState: FetchState) => Promise<T>,
  ): Promise<T> {
    const current = settings()
    const { timeoutMs = current.timeoutMs } = request
    const hop = firstHop(request, current.userAgent)
    const deadline = startDeadline(timeoutMs, request.signal)
    const { signal } = deadline
    try {
      const own = { signal, endsAt: clock.now() + timeoutMs, proxy: selectProxy(request, current) }
      return await work(hop, fetchStateOf(request, current, own))
    } finally {
      deadline.end()
    }
  }

  const fetch = (request: PageRequest) =>
    withDeadline(request, (hop, fetchState) => fetchHop(hop, fetchState, settings().maxRedirects))
  const checkRobots = (request: PageRequest) =>
    withDeadline(request, ({ url }, fetchState) => robots.check(url, robotsAccess(fetchState)))

  const checkAddress = (url: string): void => {
    guard.admit(parseAddress(url))
  }

  const enterLine: Fetcher['enterLine'] = async request => {
    const url = parseAddress(request.url)
    guard.admit(url, request.allow)
    const deadline = startDeadline(request.timeoutMs ?? settings().timeoutMs, request.signal)
    try {
      return await enterQueue(line, url, deadline.signal)
    } catch (reason) {
      throw toFetchError(reason, url.host)
    } finally {
      deadline.end()
    }
  }

  return {
    fetch,
    checkRobots,
    checkAddress,
    enterLine,
    hasDesktop: desktop.isThere,
    close: async () => void (await Promise.all([connections.close(), desktop.close()])),
  }
}

/** A page that was asked for with another method may be the answer to it. */
const refreshOf = (answer: Answer, { method, url }: Hop) =>
  method === 'GET' ? refreshTarget(answer, url) : null

function tooManyRedirects(host: string, limit: number): AppError {
  const hint = `After ${limit} redirects there was still no page. It may need cookies, which a browser keeps (\`fetch.mode\`), or a sign-in: try a saved page.`
  return new AppError('redirects', `${host} redirects too many times.`, { hint })
}
