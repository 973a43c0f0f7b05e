import { isUtf8 } from 'node:buffer'
import { LAST_TIME } from '../base/times.ts'

export const SAME_SITE = ['Strict', 'Lax', 'None'] as const
type SameSite = (typeof SAME_SITE)[number]

/** A cookie as one `Set-Cookie` line holds it. */
export interface ReceivedCookie {
  name: string
  value: string
  /** Lower case, without a dot in front; null: for the very host that sent it. */
  domain: string | null
  /** null: the folder of the address that sent it. */
  path: string | null
  /** Milliseconds since 1970; Infinity lasts as long as the process. */
  expiresAt: number
  secure: boolean
  /** Out of reach of scripts. */
  httpOnly: boolean
  /** With which requests of other sites a browser sends it; null: as the browser has it. */
  sameSite: SameSite | null
}

/** Longest name and value together, as in browsers. */
export const MAX_COOKIE_LENGTH = 4096

/** What can be sent back in a header. */
export const SENDABLE = /^[\x20-\x7e\x80-\xff]*$/

/** The text of a cookie, as browsers and files have it, as headers carry it: a character for each byte of its UTF-8. */
export const encodeCookieText = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

/** The text that a header carries; where it is no UTF-8, as it came. */
export function decodeCookieText(sent: string): string {
  const bytes = Buffer.from(sent, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : sent
}

/** A cookie with such a name must be `Secure`; with the second, also for one host alone and for all of its paths (RFC 6265bis). */
export const SECURE_PREFIX = /^__Secure-/i
export const HOST_PREFIX = /^__Host-/i

const PREFIX_RULES: [prefix: RegExp, holds: (cookie: ReceivedCookie) => boolean][] = [
  [SECURE_PREFIX, ({ secure }) => secure],
  [HOST_PREFIX, ({ secure, domain, path }) => secure && domain === null && path === '/'],
]

/** Reads one line (never several joined by commas, which dates contain too) by RFC 6265; null for what is no cookie. */
export function readSetCookie(line: string, now: number): ReceivedCookie | null {
  const [pair = '', ...parts] = line.split(';')
  const [name, value] = split(pair)
  if (!name || !pair.includes('=') || pair.length > MAX_COOKIE_LENGTH || !SENDABLE.test(pair.trim()))
    return null
  const attributes = new Map(parts.map(part => lowerName(split(part))))
  const domain = attributes.get('domain')?.replace(/^\./, '').toLowerCase()
  const path = attributes.get('path')
  const cookie: ReceivedCookie = {
    name,
    value,
    domain: domain || null,
    path: path?.startsWith('/') ? path : null,
    expiresAt: expiryOf(attributes, now),
    secure: attributes.has('secure'),
    httpOnly: attributes.has('httponly'),
    sameSite: readSameSite(attributes.get('samesite')),
  }
  return PREFIX_RULES.every(([prefix, holds]) => !prefix.test(name) || holds(cookie)) ? cookie : null
}

/** Name and value around the first `=`; without one, a name alone. */
function split(text: string): [name: string, value: string] {
  const [name = '', ...value] = text.split('=')
  return [name.trim(), value.join('=').trim()]
}

const lowerName = ([name, value]: [string, string]): [string, string] => [name.toLowerCase(), value]

/** In whatever case it is written; anything else counts as absent. */
export const readSameSite = (text = ''): SameSite | null =>
  SAME_SITE.find(known => known.toLowerCase() === text.toLowerCase()) ?? null

/** `Max-Age` wins over `Expires`; what cannot be read counts as absent. */
function expiryOf(attributes: Map<string, string>, now: number): number {
  const age = attributes.get('max-age') ?? ''
  if (/^-?\d+$/.test(age)) return Number(age) > 0 ? Math.min(now + Number(age) * 1000, LAST_TIME) : 0
  const at = Date.parse(attributes.get('expires') ?? '')
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : Math.min(at, LAST_TIME)
}
