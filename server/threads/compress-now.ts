import { transcode } from 'node:buffer'
import { LRUCache } from 'lru-cache'
import { constants, ZstdCompress } from 'minizlib'
import { KEPT_DICTIONARIES, type SharedDictionary } from './tasks.ts'

type Compressor = (bytes: Uint8Array) => Buffer

/** The compressor without a dictionary, beside those with one, which have theirs as their names. */
const PLAIN = 0
const compressors = new LRUCache<number, Compressor>({ max: KEPT_DICTIONARIES + 1 })

/** A compressor that is kept: to make one takes longer than to compress a page of 20 KB. */
function createCompressor(dictionary?: Uint8Array): Compressor {
  const pieces: Buffer[] = []
  const stream = new ZstdCompress({ flush: constants.ZSTD_e_end!, ...(dictionary && { dictionary }) })
  stream.on('data', (piece: Buffer) => pieces.push(piece))
  return bytes => {
    stream.write(bytes as Buffer)
    const [first, ...others] = pieces.splice(0)
    return others.length ? Buffer.concat([first!, ...others]) : first!
  }
}

/** Compresses bytes at once, to a dictionary where one is given: for what is so short that another thread would gain nothing. */
export function compressNow(bytes: Uint8Array, dictionary?: SharedDictionary): Buffer {
  const name = dictionary?.id ?? PLAIN
  const now = compressors.get(name) ?? createCompressor(dictionary?.bytes)
  // One that throws is of no more use.
  compressors.delete(name)
  const compressed = now(bytes)
  compressors.set(name, now)
  return compressed
}

/** JSON is written here first: most is short, and to make room for each takes as long as writing it. */
const scratch = Buffer.allocUnsafeSlow(65_536)
const BYTES_OF_A_UNIT = 2

/**
 * The same of JSON, as UTF-8. JSON is well-formed, so that it can go by way of UTF-16, as which a string with any character
 * beyond Latin-1 is kept: to write it from there takes a quarter of the time.
 */
export function compressJson(json: string): Buffer {
  if (json.length * BYTES_OF_A_UNIT > scratch.length) return compressNow(Buffer.from(json))
  const units = scratch.subarray(0, scratch.write(json, 'utf16le'))
  return compressNow(transcode(units, 'utf16le', 'utf8'))
}
