import type { Duplex, Readable } from 'node:stream'
import { toFetchError } from '../fetch/fetch-errors.ts'
import type { ProxyChoice } from '../proxies/proxies.ts'

/** The terms on which a context may use the network during a session. */
export interface NetworkTerms {
  /** Exempts an address from the guard. */
  allow: ((url: URL) => boolean) | undefined
  /** The proxy through which sites are reached. */
  proxy: ProxyChoice | null
  /** Limit in bytes for all answers together, as received over the network (compressed). */
  maxBytes: number
  /** Called once, when the limit is exceeded. */
  overflow(): void
}

/** A session of one context: the time in which it may use the network on given terms. */
export interface ProxySession {
  /** The error for the user that says why a host was unreachable or forbidden. */
  failureOf(url: URL): unknown
  /** Closes every connection, so that none that was opened on these terms is reused later. */
  end(): void
}

/** A session as the forward proxy uses it. */
export interface OpenProxySession extends ProxySession {
  terms: NetworkTerms
  watch(connection: Duplex): void
  meter(answer: Readable): void
  note(url: URL, error: unknown): void
}

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'ws:': '80' }
const authorityOf = ({ hostname, port, protocol }: URL) =>
  `${hostname}:${port || (DEFAULT_PORTS[protocol] ?? '443')}`

export function createProxySession(
  terms: NetworkTerms,
  onEnd: () => void = () => undefined,
): OpenProxySession {
  const connections = new Set<Duplex>()
  const failures = new Map<string, unknown>()
  let isOver = false
  let bytesLeft = terms.maxBytes

  const breakAll = () => {
    isOver = true
    for (const connection of connections) connection.destroy()
  }

  return {
    terms,
    watch(connection) {
      if (isOver) connection.destroy()
      if (connections.has(connection)) return
      connections.add(connection)
      connection.on('close', () => connections.delete(connection))
    },
    meter(answer) {
      answer.on('data', (chunk: Uint8Array) => {
        bytesLeft -= chunk.length
        if (bytesLeft >= 0 || isOver) return
        breakAll()
        terms.overflow()
      })
    },
    note: (url, error) => failures.set(authorityOf(url), toFetchError(error, url.host)),
    failureOf: url => failures.get(authorityOf(url)),
    end() {
      breakAll()
      onEnd()
    },
  }
}
