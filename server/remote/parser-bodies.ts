import { hash } from 'node:crypto'
import zlib from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { parserKey } from '../operations/parsers/parse.ts'
import type { PageWork } from '../operations/scraping/page-workers.ts'
import { MAX_BODY } from './protocol.ts'

/** Most schemas that are kept for workers. */
const KEPT = 1_000

/** Parser schemas by hash. Each worker requests a schema once. */
export function createParserBodies() {
  const hashes = new LRUCache<string, string>({ max: KEPT })
  const bodies = new LRUCache<string, Uint8Array>({ max: KEPT })

  return {
    /** Returns the hash of a parser's schema; null if the schema is too large to be sent. */
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
    /** Returns the compressed schema; empty for an unknown hash. */
    packed: (hash: string): Uint8Array => bodies.get(hash) ?? new Uint8Array(),
  }
}
