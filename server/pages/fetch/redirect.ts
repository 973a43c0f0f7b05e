import { AppError } from '../../base/errors.ts'
import { publicHeaders } from '../../base/mask.ts'
import type { AnswerHeaders } from './exchange.ts'

/** The next request, without the facts that stay the same through all redirects. */
export interface Hop {
  url: URL
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | null
}

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])

/** Returns the address that an answer redirects to; null if it is not a redirect, or its Location is not usable. */
export function redirectTarget(status: number, headers: AnswerHeaders, from: URL): URL | null {
  if (!REDIRECT_STATUSES.has(status)) return null
  const location = [headers.location].flat()[0]
  return location ? URL.parse(readLocation(location), from.href) : null
}

/** The error for a redirect to a file, an app or anything else that is not a web page. */
export const redirectOffWeb = (host: string) =>
  new AppError('target_forbidden', `${host} redirects to an address that is not a web page.`, {
    field: 'url',
    hint: 'Open the address in a browser to see where it leads. If that is a page, give the address of that page.',
  })

/** Throws `target_forbidden` for a redirect to something other than a web page, such as an app. */
export function assertWebTarget(from: URL, target: URL): void {
  if (!/^https?:$/.test(target.protocol)) throw redirectOffWeb(from.host)
}

/** Escapes bytes outside ASCII, whatever encoding they are in, as browsers do. Node decodes headers as latin-1. */
export const readLocation = (location: string) =>
  location.replace(/[\x80-\xff]/g, byte => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Returns the next request by the rules of the Fetch standard. Headers that are secret by their name, or are listed in
 * `secret`, are not sent to another origin.
 */
export function followRedirect(hop: Hop, status: number, target: URL, secret: readonly string[]): Hop {
  const asGet = becomesGet(status, hop.method)
  const leaves = target.origin !== hop.url.origin
  const headers = leaves ? publicHeaders(hop.headers, secret) : hop.headers
  const kept = Object.entries(headers).filter(([name]) => !(asGet && name.startsWith('content-')))
  const methodAndBody = asGet ? { method: 'GET', body: null } : { method: hop.method, body: hop.body }
  return { url: target, headers: Object.fromEntries(kept), ...methodAndBody }
}

function becomesGet(status: number, method: string): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD'
  return status < 303 && method === 'POST'
}
