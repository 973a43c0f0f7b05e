import { AppError } from '../../base/errors.ts'
import { toBrowserError } from '../browser/browser-errors.ts'
import { createDial } from '../browser/dial.ts'
import { type ForwardProxy, type Pass, startForwardProxy } from '../browser/forward-proxy.ts'
import type { Answer, Exchange } from '../exchange.ts'
import { pageTooLarge } from '../fetch-errors.ts'
import type { Guard } from '../guard.ts'
import type { ProxyChoice } from '../proxies/proxies.ts'
import { unlessAborted } from '../unless-aborted.ts'
import type { DesktopNetwork, DesktopSession } from './desktop-network.ts'

/** A request as the fetcher passes it. */
interface DesktopWire extends Omit<Exchange, 'connections'> {
  /** Exempts an address from the guard. */
  allow: ((url: URL) => boolean) | undefined
  proxy: ProxyChoice | null
}

/** Sends requests through the network stack of the desktop app. */
export interface DesktopExchange {
  /** Throws `no_browser` if Winnow does not run as the desktop app, and errors for the user. */
  send(wire: DesktopWire): Promise<Answer>
  /** Whether Winnow runs as the desktop app. */
  isThere(): boolean
  close(): Promise<void>
}

interface Seat {
  pass: Pass
  session: DesktopSession
}

/** Extra bytes that a tunnel may carry beyond the page itself: headers and the overhead of encryption. */
const OVERHEAD_BYTES = 1024 * 1024

/**
 * Sends requests through the desktop app. Its network stack resolves names and connects by itself, so its traffic goes
 * through the forward proxy that the browser also uses: there, every connection is opened under the guard. Only one request
 * at a time uses a seat, because the seat has the terms of that request meanwhile (its proxy, and which hosts it may
 * reach).
 */
export function createDesktopExchange(network: DesktopNetwork | null, guard: Guard): DesktopExchange {
  const free: Seat[] = []
  let proxy: Promise<ForwardProxy> | undefined
  let opened = 0

  async function takeSeat(network: DesktopNetwork): Promise<Seat> {
    const seat = free.pop()
    if (seat) return seat
    proxy ??= startForwardProxy(createDial(guard))
    const pass = (await proxy).issue()
    return { pass, session: await network.open(`winnow-pages-${++opened}`, pass.proxy) }
  }

  async function sendAt({ pass, session }: Seat, { allow, proxy, ...wire }: DesktopWire): Promise<Answer> {
    const { url, maxBytes } = wire
    const tooLarge = new AbortController()
    const overflow = () => tooLarge.abort(pageTooLarge(url.host, maxBytes))
    const terms = pass.begin({ allow, proxy, maxBytes: maxBytes + OVERHEAD_BYTES, overflow })
    const signal = AbortSignal.any([wire.signal, tooLarge.signal])
    try {
      wire.begun()
      return await unlessAborted(session.send({ ...wire, signal, overflow }), signal)
    } catch (error) {
      throw toBrowserError(error, url.host, terms.failureOf(url))
    } finally {
      terms.end()
    }
  }

  return {
    isThere: () => network !== null,
    async send(wire) {
      if (!network) throw noDesktop()
      const seat = await takeSeat(network)
      try {
        return await sendAt(seat, wire)
      } finally {
        free.push(seat)
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
