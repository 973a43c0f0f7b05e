import type { Duplex, Readable } from 'node:stream'
import { toFetchError } from '../fetch-errors.ts'
import type { ProxyChoice } from '../proxies/proxies.ts'

/** On what terms a context may reach the network for a while. */
export interface SessionTerms {
  /** Lets an address pass the guard. */
  allow: ((url: URL) => boolean) | undefined
  /** Goes to the sites in our place. */
  proxy: ProxyChoice | null
  /** Bytes, as they come over the wire, that all answers together may have. */
  maxBytes: number
  /** Called once when they have more. */
  overflow(): void
}

/** One stay of a context in the network. */
export interface ProxySession {
  /** Why a host could not be reached or was not allowed to be, as the error for the user. */
  failureOf(url: URL): unknown
  /** Breaks every connection, so that none opened on these terms serves another. */
  end(): void
}

/** The proxy's side of a session. */
export interface OpenProxySession extends ProxySession {
  terms: SessionTerms
  watch(connection: Duplex): void
  meter(answer: Readable): void
  note(url: URL, error: unknown): void
}

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'ws:': '80' }
const authorityOf = ({ hostname, port, protocol }: URL) =>
  `${hostname}:${port || (DEFAULT_PORTS[protocol] ?? '443')}`

export function createProxySession(
  terms: SessionTerms,
  ended: () => void = () => undefined,
): OpenProxySession {
  const connections = new Set<Duplex>()
  const failures = new Map<string, unknown>()
  let over = false
  let room = terms.maxBytes

  const breakAll = () => {
    over = true
    for (const connection of connections) connection.destroy()
  }

  return {
    terms,
    watch(connection) {
      if (over) connection.destroy()
      if (connections.has(connection)) return
      connections.add(connection)
      connection.on('close', () => connections.delete(connection))
    },
    meter(answer) {
      answer.on('data', (chunk: Uint8Array) => {
        room -= chunk.length
        if (room >= 0 || over) return
        breakAll()
        terms.overflow()
      })
    },
    note: (url, error) => failures.set(authorityOf(url), toFetchError(error, url.host)),
    failureOf: url => failures.get(authorityOf(url)),
    end() {
      breakAll()
      ended()
    },
  }
}
