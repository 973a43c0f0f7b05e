import type { Dispatcher } from 'undici'
import { hostOf } from '../allow-list.ts'
import type { Connections } from '../connections.ts'
import type { CookieJar } from '../cookie-jar.ts'
import type { DesktopExchange } from '../desktop/desktop-exchange.ts'
import type { Guard } from '../guard.ts'
import type { HostQueues, ReleaseSlot } from '../politeness/host-line.ts'
import { proxyEndpoint } from '../proxies/endpoint.ts'
import type { ProxyChoice } from '../proxies/proxies.ts'
import { assertSentBySite, explainProxy } from '../proxies/proxy-errors.ts'
import type { ProxySelection } from '../proxies/proxy-rotation.ts'
import { type Answer, type AnswerHeaders, exchange, type OutgoingRequest } from './exchange.ts'
import { hostQueueTimeout, toFetchError } from './fetch-errors.ts'
import type { FetchState } from './fetch-state.ts'
import { type Hop, redirectTarget } from './redirect.ts'
import { unlessAborted } from './unless-aborted.ts'

/**
 * How an attempt ended: with an answer of any status, or with an error that names the host. `sent` tells whether the site
 * may have seen the request.
 */
export type FetchAttempt = { sent: true; answer: Answer } | { sent: boolean; error: unknown }

interface AttemptDependencies {
  guard: Guard
  connections: Connections
  line: HostQueues
  desktop: DesktopExchange | null
}

/**
 * Returns a function that requests an address once: checked by the guard, queued by host, through the proxy, and with the
 * cookies of the jar.
 */
export function createAttempt({ guard, connections, line, desktop }: AttemptDependencies) {
  /**
   * Sends a request. If the HTTP/2 session of its connection has ended, Node refuses the request in a way that undici does not
   * notice: it would keep using that connection. As nothing was sent, the request is sent again on a new one.
   */
  async function sendOnOpenSession(
    find: () => Dispatcher,
    exchangeOn: (agent: Dispatcher) => Promise<Answer>,
  ) {
    const agent = find()
    try {
      return await exchangeOn(agent)
    } catch (thrown) {
      if (!isEndedSession(thrown)) throw thrown
      connections.replace(agent)
      return exchangeOn(find())
    }
  }

  async function send(hop: Hop, url: URL, fetchState: FetchState, begun: () => void): Promise<Answer> {
    const { cookies, maxBytes, signal } = fetchState
    const proxy = fetchState.proxy?.current()
    const route = guard.admit(url, fetchState.allow)
    const slot = enterQueue(line, url, signal)
    const leave = typeof slot === 'function' ? slot : await slot
    try {
      const headers = cookies ? withCookies(hop, cookies) : hop.headers
      const bodyless = (status: number, answerHeaders: AnswerHeaders) =>
        redirectTarget(status, answerHeaders, hop.url) !== null
      const { method, body } = hop
      const request = { url, method, headers, body, maxBytes, signal, bodyless, begun }
      if (fetchState.desktop && desktop)
        return await desktop.send({ ...request, allow: fetchState.allow, proxy: proxy ?? null })
      if (!proxy)
        return await sendOnOpenSession(
          () => connections.for(route),
          agent => exchange({ ...request, connections: agent }),
        )
      // A proxy resolves the name itself, so the addresses behind it are checked here first.
      if (route === 'guarded') await unlessAborted(guard.vet(url), signal)
      return await sendOnOpenSession(
        () => connections.through(proxy),
        agent => exchangeThrough(proxy, { ...request, connections: agent }),
      )
    } finally {
      leave()
    }
  }

  async function attemptOnce(hop: Hop, url: URL, fetchState: FetchState): Promise<FetchAttempt> {
    let sent = false
    const begun = () => {
      sent = true
    }
    try {
      const answer = await send(hop, url, fetchState, begun)
      fetchState.cookies?.keep(hop.url, [answer.headers['set-cookie'] ?? []].flat())
      return { sent: true, answer }
    } catch (thrown) {
      return { sent, error: toFetchError(thrown, url.host) }
    }
  }

  async function throughProxies(
    proxies: ProxySelection,
    hop: Hop,
    url: URL,
    fetchState: FetchState,
  ): Promise<FetchAttempt> {
    for (;;) {
      const result = await attemptOnce(hop, url, fetchState)
      if ('answer' in result) proxies.worked()
      // The site has not been contacted, so trying another proxy does not count as a second attempt.
      else if (proxies.failed(result.error)) continue
      return result
    }
  }

  return (hop: Hop, url: URL, fetchState: FetchState): Promise<FetchAttempt> =>
    fetchState.proxy
      ? throughProxies(fetchState.proxy, hop, url, fetchState)
      : attemptOnce(hop, url, fetchState)
}

const isEndedSession = (thrown: unknown) =>
  thrown instanceof Error && /^ERR_HTTP2_(INVALID|GOAWAY)_SESSION$/.test(String(Reflect.get(thrown, 'code')))

async function exchangeThrough({ address }: ProxyChoice, request: OutgoingRequest): Promise<Answer> {
  const { kind, host } = proxyEndpoint(address)
  // Only the site itself can answer through a tunnel.
  const needsTunnel = request.url.protocol === 'https:' || kind === 'socks5'
  let hasTunnel = false
  const begun = () => {
    hasTunnel = needsTunnel
    request.begun()
  }
  const answer = await exchange({ ...request, begun }).catch(thrown => {
    throw explainProxy(thrown, address, hasTunnel)
  })
  if (!needsTunnel) assertSentBySite(answer, host)
  return answer
}

/**
 * Enters the queue of the host. Returns synchronously if the host is free, as it mostly is, which spares a fetch the detour
 * over a promise.
 */
export function enterQueue(
  queues: HostQueues,
  url: URL,
  signal: AbortSignal,
): ReleaseSlot | Promise<ReleaseSlot> {
  const slot = queues.enter(hostOf(url), signal)
  if (typeof slot === 'function') return slot
  return slot.catch(reason => {
    throw (reason as Error).name === 'TimeoutError' ? hostQueueTimeout(url.host) : reason
  })
}

function withCookies({ url, headers }: Hop, cookies: CookieJar): Record<string, string> {
  const cookie = cookies.header(url, headers.cookie)
  return cookie ? { ...headers, cookie } : headers
}
