import { LAST_TIME } from '../base/times.ts'
import type { Cookie } from '../pages/cookie-jar.ts'
import { isHostPattern } from '../pages/sessions/host-patterns.ts'
import {
  encodeCookieText,
  HOST_PREFIX,
  MAX_COOKIE_LENGTH,
  readSameSite,
  SECURE_PREFIX,
  SENDABLE,
} from '../pages/set-cookie.ts'

/** A cookie as a file has it, before anything of it is believed. */
export interface CookieFields {
  name: unknown
  value: unknown
  /** With a dot in front where it is for all hosts below. */
  domain: unknown
  /** Whether hosts below are left out; undefined: as the dot says. */
  isHostOnly?: unknown
  path?: unknown
  /** In seconds or milliseconds since 1970, as a number or its digits, or as a date; anything else: none. */
  expires?: unknown
  secure?: unknown
  httpOnly?: unknown
  sameSite?: unknown
}

/** What separates a name from its value, or one cookie from the next. */
const NOT_IN_NAME = /[=;\s]/

/** Numbers beyond this are milliseconds; exporters write the last second of 9999 for never. */
const LARGEST_SECONDS = LAST_TIME / 1000

/** The cookie of these fields, or what is wrong with them. */
export function readCookie(fields: CookieFields): Cookie | string {
  if (typeof fields.name !== 'string' || !fields.name || NOT_IN_NAME.test(fields.name))
    return 'The name of the cookie is missing or not valid.'
  const name = encodeCookieText(fields.name)
  const value = typeof fields.value === 'string' ? encodeCookieText(fields.value) : null
  if (value === null || value.includes(';') || !SENDABLE.test(name + value))
    return 'The value of the cookie is missing or cannot be sent.'
  if (name.length + value.length > MAX_COOKIE_LENGTH)
    return `The cookie has more than ${MAX_COOKIE_LENGTH} characters.`
  const domain = typeof fields.domain === 'string' ? fields.domain.toLowerCase() : ''
  const host = domain.replace(/^\./, '')
  if (host.length > 253 || host.startsWith('*') || !isHostPattern(host))
    return 'The domain of the cookie is missing or not valid.'
  // Browsers refuse such a cookie where an exported file says otherwise.
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

/** As browsers' extensions call it. */
const SAME_SITE = new Map([['no_restriction', 'None']])

/** Milliseconds since 1970; Infinity for a cookie that lasts as long as its browser. */
function readExpiry(expires: unknown): number {
  const at = typeof expires === 'string' ? readTime(expires) : expires
  if (typeof at !== 'number' || !Number.isFinite(at) || at <= 0) return Number.POSITIVE_INFINITY
  return Math.min(at > LARGEST_SECONDS ? at : at * 1000, LAST_TIME)
}

const readTime = (text: string) => (/^\d+$/.test(text) ? Number(text) : Date.parse(text))
