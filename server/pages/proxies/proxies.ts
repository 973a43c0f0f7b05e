import type { LookupFunction } from 'node:net'
import { LRUCache } from 'lru-cache'
import { Agent, buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici'
import type { Guard, Route } from '../guard.ts'
import { type ProxyEndpoint, proxyEndpoint, proxyToken } from './endpoint.ts'
import { asProxyField, proxyUnreachable } from './proxy-errors.ts'
import { connectThroughSocks } from './socks.ts'

/** A proxy that requests go through. */
export interface ProxyChoice {
  /** `http://user:password@host:port`, https or socks5. */
  address: string
  /** Whether the owner of the machine has named it. The guard checks any other proxy like a page. */
  trusted: boolean
}

/** Connections to proxies. */
interface ProxyConnections {
  /** Throws `target_forbidden` if the proxy is neither trusted nor public. */
  through(proxy: ProxyChoice): Dispatcher
  /** Has later requests open new connections. */
  forget(connections: Dispatcher): void
  close(): Promise<void>
}

/** How many proxies keep their connections. Beyond that, the least recently used one is dropped. */
const MAX_AGENTS = 20

/**
 * How long an HTTP proxy may take to open a tunnel. All requests to a site wait for the same tunnel, also those that come
 * after the request for which it was asked has been given up.
 */
const TUNNEL_MS = 20_000

/** Keeps an agent for each proxy in use. `limits` apply to the connections to proxies and through them. */
export function createProxies(
  guard: Guard,
  limits: Agent.Options,
  tunnelMs: number = TUNNEL_MS,
): ProxyConnections {
  const agents = new LRUCache<string, Dispatcher>({
    max: MAX_AGENTS,
    dispose: (agent, _name, reason) => reason === 'evict' && void agent.close().catch(() => undefined),
  })

  const open = (endpoint: ProxyEndpoint, lookup: LookupFunction) =>
    endpoint.kind === 'socks5'
      ? createSocksAgent(endpoint, lookup, limits)
      : createHttpAgent(endpoint, lookup, limits, tunnelMs)

  return {
    through(proxy) {
      const endpoint = proxyEndpoint(proxy.address)
      const route = routeToProxy(guard, proxy)
      const name = `${route} ${proxy.address}`
      const agent = agents.get(name) ?? open(endpoint, guard.lookups[route])
      agents.set(name, agent)
      return agent
    },
    forget(connections) {
      for (const [name, agent] of agents) if (agent === connections) agents.delete(name)
    },
    async close() {
      await Promise.all([...agents.values()].map(agent => agent.destroy()))
    },
  }
}

/**
 * Returns the route on which a proxy is reached. A proxy that an account names could be a service of this network, which
 * would then answer in place of a page, so it must be public. Throws `target_forbidden`.
 */
export function routeToProxy(guard: Guard, { address, trusted }: ProxyChoice): Route {
  if (trusted) return 'open'
  try {
    return guard.admit(proxyEndpoint(address).judged)
  } catch (error) {
    throw asProxyField(error)
  }
}

function createHttpAgent(
  proxy: ProxyEndpoint,
  lookup: LookupFunction,
  limits: Agent.Options,
  tunnelMs: number,
): ProxyAgent {
  const uri = proxy.judged.origin
  const token = proxyToken(proxy)
  const withNamedErrors = ({ connect }: { connect?: unknown }) =>
    namingProxy(connect as Connector, proxy.host)
  return new ProxyAgent({
    ...limits,
    uri,
    ...(token && { token }),
    proxyTls: { lookup },
    // Sends only the requests for tunnels.
    clientFactory: (address, options) =>
      new Pool(address, { ...limits, headersTimeout: tunnelMs, connect: withNamedErrors(options) }),
    // The proxy itself is asked for `http://` pages; all others are asked of their site through a tunnel.
    factory: (origin, options) =>
      new Pool(origin, {
        ...options,
        ...limits,
        ...(new URL(origin).origin === uri && { connect: withNamedErrors(options) }),
      }),
  })
}

/** Every site is reached by a connection through the proxy, also for `http://`. */
function createSocksAgent(proxy: ProxyEndpoint, lookup: LookupFunction, limits: Agent.Options): Agent {
  const secure = buildConnector({})
  const connect: Connector = (options, done) => {
    const { protocol, hostname, port } = options
    const target = {
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
    }
    connectThroughSocks(proxy, target, lookup).then(
      socket =>
        protocol === 'https:' ? secure({ ...options, httpSocket: socket }, done) : done(null, socket),
      error => done(error, null),
    )
  }
  return new Agent({ ...limits, connect })
}

type Connector = buildConnector.connector

/** Attributes connection errors to the proxy, since they would otherwise look like a fault of the site. */
const namingProxy =
  (connect: Connector, host: string): Connector =>
  (options, done) =>
    connect(options, (...[error, socket]: Parameters<buildConnector.Callback>) =>
      error ? done(proxyUnreachable(error, host), null) : done(null, socket!),
    )
