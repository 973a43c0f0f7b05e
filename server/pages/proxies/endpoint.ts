import { hostOf } from '../allow-list.ts'

const DEFAULT_PORTS = { http: 80, https: 443, socks5: 1080 } as const

/** The address of a proxy, taken apart. */
export interface ProxyEndpoint {
  kind: keyof typeof DEFAULT_PORTS
  /** A name or an IP, without the brackets of IPv6. */
  hostname: string
  port: number
  /** As errors and logs name it: without user and password. */
  host: string
  /** Decoded; empty where the address has none. */
  username: string
  password: string
  /** What the guard judges in its place. */
  judged: URL
}

/** Takes an address apart that the setting or a parser has let through. */
export function proxyEndpoint(address: string): ProxyEndpoint {
  const written = new URL(address)
  // Only addresses of the web have their hosts brought into one form, which the guard rests on.
  const url = new URL(address.replace(/^socks5h?:/i, 'http:'))
  const kind = written.protocol.startsWith('socks')
    ? 'socks5'
    : written.protocol === 'https:'
      ? 'https'
      : 'http'
  const port = Number(written.port) || DEFAULT_PORTS[kind]
  return {
    kind,
    hostname: hostOf(url),
    port,
    host: written.port ? `${url.hostname}:${port}` : url.hostname,
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    judged: new URL(`${kind === 'https' ? 'https' : 'http'}://${url.hostname}:${port}`),
  }
}

/** The credentials of an HTTP proxy as its header wants them; null where it has none. */
export function proxyToken({ username, password }: ProxyEndpoint): string | null {
  if (!username) return null
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}
