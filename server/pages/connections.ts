import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher } from 'undici'
import type { Guard, Route } from './guard.ts'
import { createProxies, type ProxyChoice } from './proxies/proxies.ts'

/** Connections that are kept alive and shared by requests on the same route. */
export interface Connections {
  for(route: Route): Dispatcher
  /**
   * Connections through a proxy, which makes the connections to the sites. Throws `target_forbidden` if the proxy may not
   * be used.
   */
  through(proxy: ProxyChoice): Dispatcher
  /** Has later requests use new connections in place of these, which are closed after the requests that they serve. */
  replace(connections: Dispatcher): void
  /** Closes every connection at once. */
  close(): Promise<void>
}

/** Some sites send more headers than Node's default limit of 16 KB, most of it cookies and security policies. */
const MAX_HEADER_BYTES = 64 * 1024

/** The whole request has its own deadline, so the timeouts of single phases are off, except the one for connecting. */
const LIMITS = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: MAX_HEADER_BYTES }

const createAgent = (lookup: LookupFunction) => new Agent({ connect: { lookup }, ...LIMITS })

/**
 * Keeps two sets of connections: one opened under the guard's check, one to hosts that the owner has allowed. They are
 * separate, so that a request that must be checked never reuses an unchecked connection. When the list of allowed hosts
 * changes, the checked set is replaced, since some of its connections may have been allowed only by the old list.
 */
export function createConnections(guard: Guard): Connections {
  const agents: Partial<Record<Route, Agent | undefined>> = {}
  const proxies = createProxies(guard, LIMITS)
  let allowedHosts = guard.allowHosts().join()

  const renew = () => {
    const current = guard.allowHosts().join()
    if (current === allowedHosts) return
    allowedHosts = current
    void agents.guarded?.close().catch(() => undefined)
    agents.guarded = undefined
  }

  return {
    for(route) {
      renew()
      agents[route] ??= createAgent(guard.lookups[route])
      return agents[route]
    },
    through: proxies.through,
    replace(connections) {
      if (agents.open === connections) agents.open = undefined
      if (agents.guarded === connections) agents.guarded = undefined
      proxies.forget(connections)
      void connections.close().catch(() => undefined)
    },
    async close() {
      await Promise.all([agents.open?.destroy(), agents.guarded?.destroy(), proxies.close()])
    },
  }
}
