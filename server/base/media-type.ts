import { LRUCache } from 'lru-cache'
import { MIMEType } from 'whatwg-mimetype'

/** Almost all pages and requests have one of a few types, and parsing a type takes longer than everything else done with it. */
const KEPT = 100
const LONGEST_KEPT = 200
const kept = new LRUCache<string, MIMEType>({ max: KEPT })

/** Returns the media type of a `Content-Type`, or null if it is not valid. Callers share the object. */
export function mediaTypeOf(contentType: string | null | undefined): Readonly<MIMEType> | null {
  if (!contentType) return null
  const known = kept.get(contentType)
  if (known) return known
  const type = MIMEType.parse(contentType)
  if (type && contentType.length <= LONGEST_KEPT) kept.set(contentType, type)
  return type
}
