import { LRUCache } from 'lru-cache'
import { MIMEType } from 'whatwg-mimetype'

/** Almost all pages and requests have one of a few types, and parsing a type takes longer than everything else done with it. */
const MAX_CACHED = 100
const MAX_CACHED_LENGTH = 200
const cache = new LRUCache<string, MIMEType>({ max: MAX_CACHED })

/** The parser needs the square of the time for a long run of blanks: 60 KB of them would block the service for seconds. */
const BLANKS = /[ \t\r\n]+/g

/** Returns the media type of a `Content-Type`, or null if it is not valid. Callers share the object. */
export function mediaTypeOf(contentType: string | null | undefined): Readonly<MIMEType> | null {
  if (!contentType) return null
  const cached = cache.get(contentType)
  if (cached) return cached
  if (contentType.length > MAX_CACHED_LENGTH) return MIMEType.parse(contentType.replaceAll(BLANKS, ' '))
  const type = MIMEType.parse(contentType)
  if (type) cache.set(contentType, type)
  return type
}

/**
 * Returns the one media type that browsers read from several `Content-Type` fields, or from one with commas: the last valid
 * one, with the charset of those before it if it has none and they name the same type. Returns any other text unchanged.
 */
export function lastMediaType(contentType: string): string {
  if (!contentType.includes(',')) return contentType
  const types = contentType.split(',').flatMap(text => mediaTypeOf(text) ?? [])
  if (types.length < 2) return contentType
  const { essence } = types.at(-1)!
  const alike = types.slice(types.findLastIndex(type => type.essence !== essence) + 1)
  const charset = alike.findLast(({ parameters }) => parameters.has('charset'))?.parameters.get('charset')
  return charset ? `${essence}; charset=${charset}` : essence
}
