import { isObject } from '../base/is-object.ts'
import type { OriginStorage } from '../pages/sessions/session.ts'
import { readCookie } from './cookie-fields.ts'
import { type FileContent, type FoundCookie, type FoundOrigin, MAX_ENTRIES, tooMany } from './file-content.ts'

/**
 * Reads a list of cookies, as browser extensions export them, or Playwright's storage state (`cookies` and `origins`). Visits
 * only the levels of these formats. Returns null for any other JSON. Throws 400.
 */
export function readJsonState(json: unknown): FileContent | null {
  const state = Array.isArray(json) ? { cookies: json } : json
  if (!isObject(state)) return null
  const { cookies = [], origins = [] } = state
  if (!Array.isArray(cookies) || !Array.isArray(origins)) return null
  if (cookies.length > MAX_ENTRIES || origins.length > MAX_ENTRIES) throw tooMany('entries')
  return {
    cookies: cookies.map((one, index): FoundCookie => ({ at: `cookies[${index}]`, read: readEntry(one) })),
    origins: origins.map((one, index): FoundOrigin => ({ at: `origins[${index}]`, read: readOrigin(one) })),
  }
}

function readEntry(entry: unknown): FoundCookie['read'] {
  if (!isObject(entry)) return 'A cookie is an object with name, value and domain.'
  const { hostOnly, expirationDate, expiry, expires = expirationDate ?? expiry, ...fields } = entry
  const { name, value, domain, path, secure, httpOnly, sameSite } = fields
  return readCookie({ name, value, domain, isHostOnly: hostOnly, path, expires, secure, httpOnly, sameSite })
}

function readOrigin(entry: unknown): OriginStorage | string {
  if (!isObject(entry)) return 'An origin is an object with origin and localStorage.'
  const { origin, localStorage: items = [] } = entry
  const url = typeof origin === 'string' ? URL.parse(origin) : null
  if (!url || !/^https?:$/.test(url.protocol)) return 'The origin is not an address with http or https.'
  if (!Array.isArray(items) || items.length > MAX_ENTRIES || !items.every(isItem))
    return 'The local storage of this origin is not a list of names and values.'
  return { origin: url.origin, items: items.map(({ name, value }) => ({ name, value })) }
}

const isItem = (item: unknown): item is OriginStorage['items'][number] =>
  isObject(item) && typeof item.name === 'string' && typeof item.value === 'string'
