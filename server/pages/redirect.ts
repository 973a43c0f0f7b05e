import { openHeaders } from '../base/mask.ts'
import type { AnswerHeaders } from './exchange.ts'

/** What is asked for next: a request without the facts that stay the same through its redirects. */
export interface Hop {
  url: URL
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | null
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Where an answer sends its reader on to; null for an ordinary answer, or one whose Location is of no use. */
export function redirectTarget(status: number, headers: AnswerHeaders, from: URL): URL | null {
  if (!REDIRECTS.has(status)) return null
  const location = [headers.location].flat()[0]
  return location ? URL.parse(readLocation(location), from.href) : null
}

/** Headers arrive as latin-1; sites that write other letters into a Location send them as UTF-8. */
const readLocation = (location: string) => Buffer.from(location, 'latin1').toString('utf8')

/**
 * The next request by the rules of the fetch standard; headers that are secret by their name, or are among the `secret` ones,
 * stay with the origin that they were for.
 */
export function followRedirect(hop: Hop, status: number, target: URL, secret: readonly string[]): Hop {
  const asGet = becomesGet(status, hop.method)
  const leaves = target.origin !== hop.url.origin
  const headers = leaves ? openHeaders(hop.headers, secret) : hop.headers
  const kept = Object.entries(headers).filter(([name]) => !(asGet && name.startsWith('content-')))
  const rest = asGet ? { method: 'GET', body: null } : { method: hop.method, body: hop.body }
  return { url: target, headers: Object.fromEntries(kept), ...rest }
}

function becomesGet(status: number, method: string): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD'
  return status < 303 && method === 'POST'
}
