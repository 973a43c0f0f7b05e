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

/** A request as the fetcher has it. */
interface DesktopWire extends Omit<Exchange, 'connections'> {
  /** Lets an address pass the guard. */
  allow: ((url: URL) => boolean) | undefined
  proxy: ProxyChoice | null
}

/** Sends requests as the desktop app does. */
export interface DesktopExchange {
  /** Throws `no_browser` where there is no desktop app, and errors for the user. */
  send(wire: DesktopWire): Promise<Answer>
  /** Whether there is a desktop app. */
  isThere(): boolean
  close(): Promise<void>
}

interface Seat {
  pass: Pass
  session: DesktopSession
}

/** A tunnel carries more bytes than the page has: headers, and what encryption adds. */
const OVERHEAD_BYTES = 1024 * 1024

/**
 * The way over the desktop app. Its stack resolves names and connects by itself, so that it is led through the forward
 * proxy that the browser uses: there each connection is opened under the guard. A seat is used by one request at a time,
 * because the terms of a request (its proxy, what it may reach) are those of its seat meanwhile.
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
