import { LRUCache } from 'lru-cache'
import { type Agent, type buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici'
import { command } from '../base/command.ts'
import { AppError } from '../base/errors.ts'
import type { Guard, Route } from './guard.ts'

/** A proxy that requests go through. */
export interface ProxyChoice {
  /** `http://user:password@host:port` or https. */
  address: string
  /** Named by the owner of the machine. Any other one is a target like a page, and judged as one. */
  trusted: boolean
}

/** Open connections to proxies. */
export interface Proxies {
  /** Throws `target_forbidden` for a proxy that is not trusted and not public. */
  through(proxy: ProxyChoice): Dispatcher
  close(): Promise<void>
}

/** Proxies whose connections are kept; the least recently used one is dropped. */
const KEPT_PROXIES = 20

/** Keeps an agent for each proxy in use. `limits` hold for the connections to proxies and through them. */
export function createProxies(guard: Guard, limits: Agent.Options): Proxies {
  const agents = new LRUCache<string, ProxyAgent>({
    max: KEPT_PROXIES,
    dispose: (agent, _name, reason) => reason === 'evict' && void agent.close().catch(() => undefined),
  })

  const open = (url: URL, route: Route) => createAgent(url, guard, route, limits)

  return {
    through({ address, trusted }) {
      const url = new URL(address)
      const route = judgeProxy(guard, { address, trusted })
      const name = `${route} ${address}`
      const agent = agents.get(name) ?? open(url, route)
      agents.set(name, agent)
      return agent
    },
    async close() {
      await Promise.all([...agents.values()].map(agent => agent.destroy()))
    },
  }
}

/**
 * On which route a proxy is reached. One of an account could be a service of this network that answers for a page: it
 * must not lead there. Throws `target_forbidden`.
 */
export function judgeProxy(guard: Guard, { address, trusted }: ProxyChoice): Route {
  if (trusted) return 'open'
  const { protocol, host } = new URL(address)
  try {
    return guard.admit(new URL(`${protocol}//${host}`))
  } catch (error) {
    throw asProxyField(error)
  }
}

const asProxyField = (error: unknown) =>
  error instanceof AppError
    ? new AppError(error.code, `The proxy cannot be used: ${error.message}`, {
        ...error.facts,
        field: 'fetch.proxy',
      })
    : error

function createAgent(url: URL, guard: Guard, route: Route, limits: Agent.Options): ProxyAgent {
  const uri = `${url.protocol}//${url.host}`
  const token = proxyToken(url)
  const named = ({ connect }: { connect?: unknown }) => namingProxy(connect as Connector, url.host)
  return new ProxyAgent({
    ...limits,
    uri,
    ...(token && { token }),
    proxyTls: { lookup: guard.lookups[route] },
    clientFactory: (proxy, options) => new Pool(proxy, { ...limits, connect: named(options) }),
    // Pages of http:// are asked of the proxy itself, all others of their own site at the end of a tunnel.
    factory: (origin, options) =>
      new Pool(origin, {
        ...options,
        ...limits,
        ...(new URL(origin).href === new URL(uri).href && { connect: named(options) }),
      }),
  })
}

/** The credentials of a proxy's address as the header wants them; null where it has none. */
export function proxyToken({ username, password }: URL): string | null {
  if (!username) return null
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}

type Connector = buildConnector.connector

/** What goes wrong on the way to the proxy would else look like a fault of the site. */
const namingProxy =
  (connect: Connector, host: string): Connector =>
  (options, done) =>
    connect(options, (...[error, socket]: Parameters<buildConnector.Callback>) =>
      error ? done(proxyUnreachable(error, host), null) : done(null, socket!),
    )

const HINT = `Check the proxy: ${command`settings proxy`} (WINNOW_PROXY), or \`fetch.proxy\` of the parser, and whether it runs.`

/** What went wrong on the way to a proxy, as the error for the user. */
export const proxyUnreachable = (cause: Error, host: string) =>
  cause instanceof AppError
    ? (asProxyField(cause) as AppError)
    : new AppError('connection', `The proxy ${host} cannot be reached.`, { cause, hint: HINT })

const REFUSALS = /^Proxy (?:Authentication Required|response) \((\d+)\)/

/** What a proxy itself refuses or breaks off, as the error for the user; anything else as it is. */
export function explainProxy(thrown: unknown, { address }: ProxyChoice): unknown {
  if (!(thrown instanceof Error)) return thrown
  const { host } = new URL(address)
  if (Reflect.get(thrown, 'code') === 'UND_ERR_PRX_CONN') return proxyUnreachable(thrown, host)
  const status = REFUSALS.exec(thrown.message)?.[1]
  return status ? proxyRefused(status, host) : thrown
}

/** A proxy's own answer in place of the site's. */
export const proxyRefused = (status: string, host: string) =>
  status === '407'
    ? new AppError('connection', `The proxy ${host} wants another user name or password.`, { hint: HINT })
    : new AppError('connection', `The proxy ${host} did not pass the request on (HTTP ${status}).`, {
        hint: `It may not reach the site, or not allow it. ${HINT}`,
      })
