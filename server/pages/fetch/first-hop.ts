import { AppError } from '../../base/errors.ts'
import { isConnectionHeader } from '../../base/fields/request-headers.ts'
import type { Hop } from './redirect.ts'

/** The headers that a browser sends when it opens a page. */
const BROWSER_HEADERS = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'en-US,en;q=0.9',
  'accept-encoding': 'gzip, deflate, br, zstd',
}

/** The order in which a browser sends header fields. Fields that are not listed come last. */
const HEADER_ORDER = [
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'upgrade-insecure-requests',
  'user-agent',
  'content-type',
  'accept',
  'origin',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-user',
  'sec-fetch-dest',
  'referer',
  'accept-encoding',
  'accept-language',
  'cookie',
]

const positionOf = (name: string) => {
  const index = HEADER_ORDER.indexOf(name)
  return index === -1 ? HEADER_ORDER.length : index
}

const inBrowserOrder = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).sort(([one], [other]) => positionOf(one) - positionOf(other)))

/** The ordered headers of requests without header fields of their own, as most are. Cached for the latest user agent. */
let plainHeaders: Record<string, string> | undefined

function headersFor(userAgent: string, headers: Record<string, string> = {}): Record<string, string> {
  const isPlain = Object.keys(headers).length === 0
  if (isPlain && plainHeaders?.['user-agent'] === userAgent) return plainHeaders
  const own = ownHeaders(headers)
  const ordered = inBrowserOrder({ 'user-agent': userAgent, ...BROWSER_HEADERS, ...own })
  if (isPlain) plainHeaders = ordered
  return ordered
}

/** The part of a request that is sent to the site, as the caller wrote it. */
export interface WireRequest {
  url: string
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}

/**
 * Returns the request before any redirect. The caller's headers take precedence, except for those that control the
 * connection. Throws `invalid_input` if the URL is not valid.
 */
export function firstHop({ url, method = 'GET', headers, body = '' }: WireRequest, userAgent: string): Hop {
  return {
    url: parseAddress(url),
    method: method.toUpperCase(),
    headers: headersFor(userAgent, headers),
    body: body || null,
  }
}

/** Parses an address. Throws `invalid_input` if it is not a valid URL. */
export function parseAddress(text: string): URL {
  const url = URL.parse(text)
  if (url) return url
  const hint = 'Write the full address as a browser shows it, for example https://example.com/page.'
  throw new AppError('invalid_input', 'The address is not a valid URL.', { field: 'url', hint })
}

function ownHeaders(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(entries.filter(([name]) => !isConnectionHeader(name)))
}
