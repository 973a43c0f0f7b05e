import { hash } from 'node:crypto'
import zlib from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { parserKey } from '../operations/parsers/parse.ts'
import type { PageWork } from '../operations/scraping/page-workers.ts'
import { MAX_BODY } from './protocol.ts'

/** Most parsers that workers can ask for at a time. */
const KEPT = 1_000

/** The schemas that workers ask for by their hash, and once each. */
export function createParserBodies() {
  const hashes = new LRUCache<string, string>({ max: KEPT })
  const bodies = new LRUCache<string, Uint8Array>({ max: KEPT })

  return {
    /** The hash of a parser's schema; null for one that is too large to be sent. */
    offer(parser: PageWork['parser']): string | null {
      const key = parserKey(parser)
      const known = hashes.get(key)
      if (known !== undefined && bodies.get(known)) return known
      const text = JSON.stringify(parser.schema)
      const body = zlib.zstdCompressSync(text)
      if (body.length > MAX_BODY) return null
      const made = hash('sha256', text, 'base64url')
      hashes.set(key, made)
      bodies.set(made, body)
      return made
    },
    /** A schema as it is sent; empty for a hash that is not known. */
    packed: (hash: string): Uint8Array => bodies.get(hash) ?? new Uint8Array(),
  }
}
