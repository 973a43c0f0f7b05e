import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher } from 'undici'
import type { Guard, Route } from './guard.ts'
import { createProxies, type ProxyChoice } from './proxies/proxies.ts'

/** Open connections, kept alive and shared by requests of the same route. */
export interface Connections {
  for(route: Route): Dispatcher
  /** Connections of a proxy, which makes those to the sites. Throws `target_forbidden` for one that may not be used. */
  through(proxy: ProxyChoice): Dispatcher
  /** Ends every connection at once. */
  close(): Promise<void>
}

/** Some sites send more than Node's 16 KB of headers, most of it cookies and security policies. */
const MAX_HEADER_BYTES = 64 * 1024

/** Whole requests have a deadline of their own, so the limits of single phases are off but for connecting. */
const LIMITS = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: MAX_HEADER_BYTES }

const createAgent = (lookup: LookupFunction) => new Agent({ connect: { lookup }, ...LIMITS })

/**
 * Two sets of connections: one opened under the guard's check, one to hosts that the owner let through. Kept apart,
 * so that a request which is not let through never reuses a connection that was never checked. A changed allow-list
 * retires the checked set, since some of its connections may owe themselves to the old list.
 */
export function createConnections(guard: Guard): Connections {
  const open = createAgent(guard.lookups.open)
  const proxies = createProxies(guard, LIMITS)
  let guarded = createAgent(guard.lookups.guarded)
  let allowed = guard.allowHosts().join()

  const renew = () => {
    const now = guard.allowHosts().join()
    if (now === allowed) return
    allowed = now
    void guarded.close().catch(() => undefined)
    guarded = createAgent(guard.lookups.guarded)
  }

  return {
    for(route) {
      renew()
      return route === 'open' ? open : guarded
    },
    through: proxies.through,
    async close() {
      await Promise.all([open.destroy(), guarded.destroy(), proxies.close()])
    },
  }
}
