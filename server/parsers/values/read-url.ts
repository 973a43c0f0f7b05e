import type { Json, JsonObject } from '../parser-schema.ts'
import { describeValue, noValue, type ReadResult } from './reading.ts'

/** Returns the parts of an address for `url` rules; undefined if it is not an address. */
export function partsOfUrl(address: string): JsonObject | undefined {
  const url = URL.parse(address)
  if (!url) return undefined
  return {
    href: url.href,
    origin: url.origin,
    protocol: url.protocol.replace(':', ''),
    host: url.host,
    path: url.pathname,
    segments: url.pathname.split('/').filter(Boolean).map(decode),
    query: Object.fromEntries(url.searchParams),
    fragment: decode(url.hash.slice(1)),
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Schemes that the HTML standard does not allow in a base. */
const NO_BASE = new Set(['data:', 'javascript:'])

/** The elements that name a base. One in a drawing or a formula does not. */
export const BASE_ELEMENTS = 'base[href]:not(svg base, math base)'

/** Returns the base of relative addresses: a `<base href>`, itself relative to the page, or else the page. */
export function baseOf(href: string | undefined, page: string | undefined): string | null {
  const base = href === undefined ? null : URL.parse(href, page)
  const isBase = base !== null && !NO_BASE.has(base.protocol)
  return (isBase ? base : URL.parse(page ?? ''))?.href ?? null
}

/** A fragment by which some pages select another view. */
const ROUTE = /^#[/!]/

/**
 * Returns an address without the fragment that names a position on the page, which is never sent to the site. A route after
 * `#` is kept, since a browser shows another page for it.
 */
export function pageAddress(address: string): string {
  const at = address.indexOf('#')
  return at < 0 || ROUTE.test(address.slice(at)) ? address : address.slice(0, at)
}

/** Whether a link leads to a position on its own page. */
export function isPlaceOn(own: string | undefined, link: string): boolean {
  const address = pageAddress(link)
  return address !== link && own !== undefined && address === pageAddress(own)
}

/** Marks of the writing direction and joiners, which are copied with an address and would make it a relative one. */
const INVISIBLE_BEFORE = /^[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\s]+/

/** An address without its scheme, which would be relative: `www.shop.example/tea`. */
const WITHOUT_SCHEME = /^www\.[^\s/?#]+\.[a-z]{2,}(?=[/?#:]|$)/i
/** An address in the middle of a text. */
const IN_TEXT = /\shttps?:\/\//i

/** Reads an absolute web address. A relative address is null if its base is unknown. */
export function readUrl(value: Json, base: string | null): ReadResult {
  const text = typeof value === 'string' ? value.trim().replace(INVISIBLE_BEFORE, '') : ''
  if (text === '') return noValue(`${describeValue(value)}, not an address`)
  const url = URL.parse(text, base ?? undefined)
  if (url && /^https?:$/.test(url.protocol)) return { value: url.href }
  const isRelative = !url && base === null && URL.canParse(text, 'http://none.invalid')
  return isRelative
    ? noValue(`${describeValue(value)} is relative, and the address of the page is not known`)
    : noValue(`${describeValue(value)} is not a web address`)
}

/** Whether a text has the form of an address, absolute or relative. A word or the caption of a link has not. */
export function looksLikeUrl(value: Json): boolean {
  const text = String(value).trim()
  return (
    /^(?:[/?#.]|www\.|[a-z][a-z\d+.-]*:)/i.test(text) ||
    IN_TEXT.test(text) ||
    (/[/?#]|\.\w/.test(text) && !/\s/.test(text))
  )
}

/** Reads the address that a value is. Null if a browser would take it for a relative one, which is not what is meant. */
export function readWholeUrl(value: Json, base: string | null): ReadResult {
  const text = typeof value === 'string' ? value.trim() : ''
  if (WITHOUT_SCHEME.test(text))
    return noValue(
      `${describeValue(value)} has no scheme: a transform may add it, as in {"prefix": "https://"}`,
    )
  if (IN_TEXT.test(text))
    return noValue(`${describeValue(value)} is a text with an address in it: a "regex" may read that address`)
  return readUrl(value, base)
}
