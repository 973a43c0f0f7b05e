import { AppError } from '../../base/errors.ts'
import { toBrowserError } from '../browser/browser-errors.ts'
import { createDial } from '../browser/dial.ts'
import { type ForwardProxy, type ProxyPass, startForwardProxy } from '../browser/forward-proxy.ts'
import type { Answer, OutgoingRequest } from '../fetch/exchange.ts'
import { pageTooLarge } from '../fetch/fetch-errors.ts'
import { unlessAborted } from '../fetch/unless-aborted.ts'
import type { Guard } from '../guard.ts'
import type { ProxyChoice } from '../proxies/proxies.ts'
import type { DesktopNetwork, DesktopSession } from './desktop-network.ts'

/** A request as the fetcher passes it. */
interface DesktopFetchRequest extends Omit<OutgoingRequest, 'connections'> {
  /** Exempts an address from the guard. */
  allow: ((url: URL) => boolean) | undefined
  proxy: ProxyChoice | null
}

/** Sends requests through the network stack of the desktop app. */
export interface DesktopExchange {
  /** Throws `no_browser` if Winnow does not run as the desktop app, and errors for the user. */
  send(request: DesktopFetchRequest): Promise<Answer>
  /** Whether Winnow runs as the desktop app. */
  isThere(): boolean
  close(): Promise<void>
}

interface PooledSession {
  pass: ProxyPass
  session: DesktopSession
}

/** Extra bytes that a tunnel may carry beyond the page itself: headers and the overhead of encryption. */
const OVERHEAD_BYTES = 1024 * 1024

/**
 * Sends requests through the desktop app. Its network stack resolves names and connects by itself, so its traffic goes
 * through the forward proxy that the browser also uses: there, every connection is opened under the guard. Only one request
 * at a time uses a session, because the session has the terms of that request meanwhile (its proxy, and which hosts it may
 * reach).
 */
export function createDesktopExchange(network: DesktopNetwork | null, guard: Guard): DesktopExchange {
  const idle: PooledSession[] = []
  let proxy: Promise<ForwardProxy> | undefined
  let opened = 0

  async function takeSession(network: DesktopNetwork): Promise<PooledSession> {
    const pooled = idle.pop()
    if (pooled) return pooled
    proxy ??= startForwardProxy(createDial(guard))
    const pass = (await proxy).issue()
    return { pass, session: await network.open(`winnow-pages-${++opened}`, pass.proxy) }
  }

  async function sendThrough(
    { pass, session }: PooledSession,
    { allow, proxy, ...request }: DesktopFetchRequest,
  ): Promise<Answer> {
    const { url, maxBytes } = request
    const tooLarge = new AbortController()
    const overflow = () => tooLarge.abort(pageTooLarge(url.host, maxBytes))
    const terms = pass.begin({ allow, proxy, maxBytes: maxBytes + OVERHEAD_BYTES, overflow })
    const signal = AbortSignal.any([request.signal, tooLarge.signal])
    try {
      request.begun()
      return await unlessAborted(session.send({ ...request, signal, overflow }), signal)
    } catch (error) {
      throw toBrowserError(error, url.host, terms.failureOf(url))
    } finally {
      terms.end()
    }
  }

  return {
    isThere: () => network !== null,
    async send(request) {
      if (!network) throw noDesktop()
      const pooled = await takeSession(network)
      try {
        return await sendThrough(pooled, request)
      } finally {
        idle.push(pooled)
      }
    },
    async close() {
      await (await proxy)?.close()
    },
  }
}

const noDesktop = () =>
  new AppError('no_browser', 'The page is to be fetched by the desktop app, and Winnow runs without it.', {
    field: 'fetch.mode',
    hint: 'Start Winnow as the desktop app, or set `fetch.mode` to `http`, `auto` or `browser`.',
  })
