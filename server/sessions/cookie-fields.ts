import { groupDigits } from '../base/counted.ts'
import { parseUtcDate } from '../base/http-date.ts'
import { LAST_TIME } from '../base/times.ts'
import type { Cookie } from '../pages/cookie-jar.ts'
import { inAscii, isHostPattern } from '../pages/sessions/host-patterns.ts'
import {
  encodeCookieText,
  HOST_PREFIX,
  MAX_COOKIE_LENGTH,
  readSameSite,
  SECURE_PREFIX,
  SENDABLE,
} from '../pages/set-cookie.ts'

/** The unchecked fields of a cookie in a file. */
interface CookieFields {
  name: unknown
  value: unknown
  /** With a leading dot if the cookie is also for subdomains. */
  domain: unknown
  /** True if subdomains are excluded; if undefined, the leading dot decides. */
  isHostOnly?: unknown
  path?: unknown
  /** Seconds or milliseconds since 1970, as a number or its digits, or a date. Anything else makes it a session cookie. */
  expires?: unknown
  secure?: unknown
  httpOnly?: unknown
  sameSite?: unknown
}

/** Characters that separate a name from its value, or one cookie from the next. */
const NOT_IN_NAME = /[=;\s]/

/** Larger numbers are milliseconds. Exporters write the last second of the year 9999 for “never”. */
const LARGEST_SECONDS = LAST_TIME / 1000

/** Returns the cookie with these fields, or what is wrong with them. */
export function readCookie(fields: CookieFields): Cookie | string {
  if (typeof fields.name !== 'string' || !fields.name || NOT_IN_NAME.test(fields.name))
    return 'The name of the cookie is missing or not valid.'
  const name = encodeCookieText(fields.name)
  const value = typeof fields.value === 'string' ? encodeCookieText(fields.value) : null
  if (value === null || value.includes(';') || !SENDABLE.test(name + value))
    return 'The value of the cookie is missing or cannot be sent.'
  if (name.length + value.length > MAX_COOKIE_LENGTH)
    return `The cookie has more than ${groupDigits(MAX_COOKIE_LENGTH)} characters.`
  const domain = typeof fields.domain === 'string' ? fields.domain : ''
  const host = inAscii(domain.replace(/^\./, ''))
  if (host.length > 253 || host.startsWith('*') || !isHostPattern(host))
    return 'The domain of the cookie is missing or not valid.'
  // Browsers refuse a `__Host-` cookie that is not for one host, even if an exported file says so.
  const isOneHost = HOST_PREFIX.test(name)
  const isHostOnly = typeof fields.isHostOnly === 'boolean' ? fields.isHostOnly : !domain.startsWith('.')
  return {
    name,
    value,
    host,
    domain: isOneHost || isHostOnly ? null : host,
    path: !isOneHost && typeof fields.path === 'string' && fields.path.startsWith('/') ? fields.path : '/',
    expiresAt: readExpiry(fields.expires),
    secure: fields.secure === true || isOneHost || SECURE_PREFIX.test(name),
    httpOnly: fields.httpOnly === true,
    sameSite:
      typeof fields.sameSite === 'string'
        ? readSameSite(SAME_SITE.get(fields.sameSite) ?? fields.sameSite)
        : null,
  }
}

/** Names that browser extensions use. */
const SAME_SITE = new Map([['no_restriction', 'None']])

/** Returns milliseconds since 1970, or Infinity for a session cookie. */
function readExpiry(expires: unknown): number {
  const at = typeof expires === 'string' ? readTime(expires) : expires
  if (typeof at !== 'number' || !Number.isFinite(at) || at <= 0) return Number.POSITIVE_INFINITY
  return Math.min(at > LARGEST_SECONDS ? at : at * 1000, LAST_TIME)
}

const readTime = (text: string) => (/^\d+$/.test(text) ? Number(text) : parseUtcDate(text))
