import { hash } from 'node:crypto'
import zlib from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { parserKey } from '../operations/parsers/parse.ts'
import type { PageWork } from '../operations/scraping/page-workers.ts'
import { MAX_BODY } from './protocol.ts'

/** Most schemas that are kept for workers. */
const MAX_SCHEMAS = 1_000

/** Parser schemas by hash. Each worker requests a schema once. */
export function createParserBodies() {
  const hashes = new LRUCache<string, string>({ max: MAX_SCHEMAS })
  const bodies = new LRUCache<string, Uint8Array>({ max: MAX_SCHEMAS })

  return {
    /** Returns the hash of a parser's schema; null if the schema is too large to be sent. */
    offer(parser: PageWork['parser']): string | null {
      const key = parserKey(parser)
      const knownHash = hashes.get(key)
      if (knownHash !== undefined && bodies.get(knownHash)) return knownHash
      const text = JSON.stringify(parser.schema)
      const body = zlib.zstdCompressSync(text)
      if (body.length > MAX_BODY) return null
      const newHash = hash('sha256', text, 'base64url')
      hashes.set(key, newHash)
      bodies.set(newHash, body)
      return newHash
    },
    /** Returns the compressed schema; empty for an unknown hash. */
    packed: (hash: string): Uint8Array => bodies.get(hash) ?? new Uint8Array(),
  }
}
