import type { CookieJar } from '../cookie-jar.ts'
import type { HostLimits } from '../politeness/host-line.ts'
import type { ProxyList, ProxySelection } from '../proxies/proxy-rotation.ts'
import type { WireRequest } from './first-hop.ts'

/** The settings are read again for every request, so changes take effect at once. */
export interface FetchSettings extends HostLimits {
  userAgent: string
  /** Limit for the whole request: waiting, connecting, headers, body, redirects and retries. */
  timeoutMs: number
  /** Limit for a body, both as received and decompressed. */
  maxBytes: number
  maxRedirects: number
  /** The number of retries at an address after failures that may be temporary. */
  retries: number
  /** The proxy or list of proxies for requests that name none; null for none. Throws if it cannot be determined. */
  proxy(): string | null
}

export interface PageRequest extends WireRequest {
  /** Names of headers that must not be sent to another origin, in addition to those whose names mark them as secret. */
  secretHeaders?: readonly string[]
  signal?: AbortSignal
  timeoutMs?: number
  maxBytes?: number
  /** Replaces the proxy of the settings. It is checked by the guard like a target. */
  proxy?: string | null
  /** The request only reads data, even if its method is POST, so it may be sent again. */
  safe?: boolean
  /** The cookies to send, and the jar that stores those that the answers set. */
  cookies?: CookieJar
  /** Sends the request through the network stack of the desktop app. */
  desktop?: boolean
  /** Obeys the robots.txt of every address on the way. */
  robots?: boolean
  /** Rewrites every address before it is requested, including those of redirects. */
  rewrite?(url: URL): URL
  /** Exempts a rewritten address from the guard, for this request only. */
  allow?(url: URL): boolean
}

/** The state that all addresses and attempts of one fetch share. */
export interface FetchState {
  rewrite: ((url: URL) => URL) | undefined
  allow: ((url: URL) => boolean) | undefined
  cookies: CookieJar | undefined
  secretHeaders: readonly string[]
  proxy: ProxySelection | null
  desktop: boolean
  robots: boolean
  /** The request only reads data, whatever its method. */
  safe: boolean
  retries: number
  maxBytes: number
  signal: AbortSignal
  /** The deadline, in milliseconds since 1970. */
  endsAt: number
}

/** Fills in the settings where the request leaves a value open. */
export function fetchStateOf(
  request: PageRequest,
  settings: FetchSettings,
  own: Pick<FetchState, 'signal' | 'endsAt' | 'proxy'>,
): FetchState {
  return {
    rewrite: request.rewrite,
    allow: request.allow,
    cookies: request.cookies,
    secretHeaders: request.secretHeaders ?? [],
    proxy: own.proxy,
    desktop: request.desktop ?? false,
    robots: request.robots ?? false,
    safe: request.safe ?? false,
    retries: settings.retries,
    maxBytes: request.maxBytes ?? settings.maxBytes,
    signal: own.signal,
    endsAt: own.endsAt,
  }
}

/** The proxies of a request: its own, which the guard checks like a page, or else those of the settings. */
export function proxiesFor(
  request: Pick<PageRequest, 'proxy'>,
  settings: Pick<FetchSettings, 'proxy'>,
): ProxyList | null {
  if (request.proxy) return { addresses: request.proxy, trusted: false }
  const addresses = settings.proxy()
  return addresses ? { addresses, trusted: true } : null
}
