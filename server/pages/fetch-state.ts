import type { CookieJar } from './cookie-jar.ts'
import type { WireRequest } from './first-hop.ts'
import type { LineLimits } from './politeness/host-line.ts'
import type { ProxyList, ProxyTurn } from './proxies/turns.ts'

/** Read again for every request, so that a change counts at once. */
export interface FetchSettings extends LineLimits {
  userAgent: string
  /** For the whole request: waiting, connecting, headers, body, redirects and further attempts. */
  timeoutMs: number
  /** For a body as it comes and as it is unpacked. */
  maxBytes: number
  maxRedirects: number
  /** Further attempts at an address where the first fails in a way that may pass. */
  retries: number
  /** The proxy for every request that names none, or several of them, or null. Throws where it cannot be known. */
  proxy(): string | null
}

export interface PageRequest extends WireRequest {
  /** Names of headers that no other origin may get, beside those that are secret by their name. */
  secretHeaders?: readonly string[]
  signal?: AbortSignal
  timeoutMs?: number
  maxBytes?: number
  /** Takes the place of the setting's proxy; it is judged like a target. */
  proxy?: string | null
  /** The request only reads, though its method may be POST: it may be sent again. */
  safe?: boolean
  /** Cookies to send, and where to keep those that the answers set. */
  cookies?: CookieJar
  /** Goes through the network stack of the desktop app. */
  desktop?: boolean
  /** Keeps to what robots.txt says of every address on the way. */
  robots?: boolean
  /** Applied to every address before it is requested, that of a redirect too. */
  rewrite?(url: URL): URL
  /** Lets a rewritten address pass the guard for this request alone. */
  allow?(url: URL): boolean
}

/** What all addresses and attempts of one fetch share. */
export interface FetchState {
  rewrite: ((url: URL) => URL) | undefined
  allow: ((url: URL) => boolean) | undefined
  cookies: CookieJar | undefined
  secretHeaders: readonly string[]
  proxy: ProxyTurn | null
  desktop: boolean
  robots: boolean
  /** The request only reads, whatever its method. */
  safe: boolean
  retries: number
  maxBytes: number
  signal: AbortSignal
  /** When the time is over, in milliseconds since 1970. */
  endsAt: number
}

/** A request with the settings in the places that it leaves open. */
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

/** The proxies of a request: its own, which are targets like a page, or else those of the setting. */
export function proxiesFor(
  request: Pick<PageRequest, 'proxy'>,
  settings: Pick<FetchSettings, 'proxy'>,
): ProxyList | null {
  if (request.proxy) return { addresses: request.proxy, trusted: false }
  const addresses = settings.proxy()
  return addresses ? { addresses, trusted: true } : null
}
