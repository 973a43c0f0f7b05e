import { LRUCache } from 'lru-cache'
import { MIMEType } from 'whatwg-mimetype'

/** Types are the same few on almost all pages and requests, and parsing one takes longer than all else that is done with it. */
const KEPT = 100
const LONGEST_KEPT = 200
const kept = new LRUCache<string, MIMEType>({ max: KEPT })

/** The media type in a `Content-Type`, which all who ask share; null for what is none. */
export function mediaTypeOf(contentType: string | null | undefined): Readonly<MIMEType> | null {
  if (!contentType) return null
  const known = kept.get(contentType)
  if (known) return known
  const type = MIMEType.parse(contentType)
  if (type && contentType.length <= LONGEST_KEPT) kept.set(contentType, type)
  return type
}
