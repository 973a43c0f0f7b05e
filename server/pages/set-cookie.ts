import { isUtf8 } from 'node:buffer'
import { parseCookieDate } from '../base/http-date.ts'
import { LAST_TIME } from '../base/times.ts'

export const SAME_SITE = ['Strict', 'Lax', 'None'] as const
type SameSite = (typeof SAME_SITE)[number]

/** A cookie, as one `Set-Cookie` line describes it. */
export interface ReceivedCookie {
  name: string
  value: string
  /** Lower case, without a leading dot; null if the cookie is only for the host that sent it. */
  domain: string | null
  /** null stands for the folder of the address that sent it. */
  path: string | null
  /** Milliseconds since 1970; Infinity for a cookie without an expiry, which lasts as long as the process. */
  expiresAt: number
  secure: boolean
  /** Whether scripts cannot read the cookie. */
  httpOnly: boolean
  /** With which cross-site requests a browser sends the cookie; null leaves it to the browser's default. */
  sameSite: SameSite | null
}

/** Maximum length of name and value together, as in browsers. */
export const MAX_COOKIE_LENGTH = 4096

/** Text that can be sent back in a header. */
export const SENDABLE = /^[\x20-\x7e\x80-\xff]*$/

/** Encodes the text of a cookie for a header: one latin-1 character for each byte of its UTF-8. */
export const encodeCookieText = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

/** Decodes the text of a cookie from a header. Text that is not UTF-8 is returned unchanged. */
export function decodeCookieText(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : text
}

/**
 * A cookie with either prefix must be `Secure`. With `__Host-`, it must also be for one host only and for all its paths
 * (RFC 6265bis).
 */
export const SECURE_PREFIX = /^__Secure-/i
export const HOST_PREFIX = /^__Host-/i

const PREFIX_RULES: [prefix: RegExp, holds: (cookie: ReceivedCookie) => boolean][] = [
  [SECURE_PREFIX, ({ secure }) => secure],
  [HOST_PREFIX, ({ secure, domain, path }) => secure && domain === null && path === '/'],
]

/**
 * Parses one line by RFC 6265; returns null if it is not a valid cookie. Several lines joined by commas cannot be parsed,
 * since dates contain commas too.
 */
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

/** Splits a text at the first `=`. Without one, the text is a name. */
function split(text: string): [name: string, value: string] {
  const [name = '', ...value] = text.split('=')
  return [name.trim(), value.join('=').trim()]
}

const lowerName = ([name, value]: [string, string]): [string, string] => [name.toLowerCase(), value]

/** Case-insensitive. Any other value counts as absent. */
export const readSameSite = (text = ''): SameSite | null =>
  SAME_SITE.find(known => known.toLowerCase() === text.toLowerCase()) ?? null

/** `Max-Age` takes precedence over `Expires`. A value that cannot be parsed counts as absent. */
function expiryOf(attributes: Map<string, string>, now: number): number {
  const age = attributes.get('max-age') ?? ''
  if (/^-?\d+$/.test(age)) return Number(age) > 0 ? Math.min(now + Number(age) * 1000, LAST_TIME) : 0
  const at = parseCookieDate(attributes.get('expires') ?? '')
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : Math.min(at, LAST_TIME)
}
