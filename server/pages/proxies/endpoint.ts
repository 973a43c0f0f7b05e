import { hostOf } from '../allow-list.ts'

const DEFAULT_PORTS = { http: 80, https: 443, socks5: 1080 } as const

/** The parsed address of a proxy. */
export interface ProxyEndpoint {
  kind: keyof typeof DEFAULT_PORTS
  /** A name or an IP address, without the brackets of IPv6. */
  hostname: string
  port: number
  /** The form for errors and logs: without user name and password. */
  host: string
  /** Decoded; empty if the address has none. */
  username: string
  password: string
  /** The URL that the guard checks in place of the address. */
  judged: URL
}

/** Parses an address that the settings or a parser have already validated. */
export function proxyEndpoint(address: string): ProxyEndpoint {
  const original = new URL(address)
  // URL normalises hosts only for web schemes such as `http:`, and the guard relies on normalised hosts.
  const url = new URL(address.replace(/^socks5h?:/i, 'http:'))
  const kind = original.protocol.startsWith('socks')
    ? 'socks5'
    : original.protocol === 'https:'
      ? 'https'
      : 'http'
  const port = Number(original.port) || DEFAULT_PORTS[kind]
  return {
    kind,
    hostname: hostOf(url),
    port,
    host: original.port ? `${url.hostname}:${port}` : url.hostname,
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    judged: new URL(`${kind === 'https' ? 'https' : 'http'}://${url.hostname}:${port}`),
  }
}

/** The value of the Proxy-Authorization header; null if the address has no credentials. */
export function proxyToken({ username, password }: ProxyEndpoint): string | null {
  if (!username) return null
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}
