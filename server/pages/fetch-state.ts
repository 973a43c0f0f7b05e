import type { CookieJar } from './cookie-jar.ts'
import type { FetchSettings, PageRequest } from './fetch-page.ts'
import type { ProxyChoice } from './proxies.ts'

/** What all addresses and attempts of one fetch share. */
export interface FetchState {
  rewrite: ((url: URL) => URL) | undefined
  allow: ((url: URL) => boolean) | undefined
  cookies: CookieJar | undefined
  proxy: ProxyChoice | null
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
  time: Pick<FetchState, 'signal' | 'endsAt'>,
): FetchState {
  return {
    rewrite: request.rewrite,
    allow: request.allow,
    cookies: request.cookies,
    proxy: proxyFor(request, settings),
    robots: request.robots ?? false,
    safe: request.safe ?? false,
    retries: settings.retries,
    maxBytes: request.maxBytes ?? settings.maxBytes,
    signal: time.signal,
    endsAt: time.endsAt,
  }
}

function proxyFor(request: PageRequest, settings: FetchSettings): ProxyChoice | null {
  if (request.proxy) return { address: request.proxy, trusted: false }
  const address = settings.proxy()
  return address ? { address, trusted: true } : null
}
