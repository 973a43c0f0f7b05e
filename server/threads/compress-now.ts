import { transcode } from 'node:buffer'
import { LRUCache } from 'lru-cache'
import { constants, ZstdCompress } from 'minizlib'
import { MAX_DICTIONARIES, type SharedDictionary } from './tasks.ts'

type Compressor = (bytes: Uint8Array) => Buffer

/** Key of the compressor without a dictionary. Those with a dictionary have its id as their key. */
const NO_DICTIONARY = 0
const compressors = new LRUCache<number, Compressor>({ max: MAX_DICTIONARIES + 1 })

/** Creates a reusable compressor: creating one takes longer than compressing a page of 20 KB. */
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

/** Compresses bytes synchronously, with a dictionary if given. For data so short that another thread would gain nothing. */
export function compressNow(bytes: Uint8Array, dictionary?: SharedDictionary): Buffer {
  const key = dictionary?.id ?? NO_DICTIONARY
  const compress = compressors.get(key) ?? createCompressor(dictionary?.bytes)
  // A compressor that throws is not put back.
  compressors.delete(key)
  const compressed = compress(bytes)
  compressors.set(key, compress)
  return compressed
}

/** JSON is written into this buffer first: most of it is short, and allocating a buffer for each takes as long as writing it. */
const scratch = Buffer.allocUnsafeSlow(65_536)
const BYTES_PER_UNIT = 2

/**
 * Compresses JSON as UTF-8. JSON is well-formed Unicode, so it can be converted by way of UTF-16, which is how strings with
 * characters beyond Latin-1 are stored: writing those out takes a quarter of the time.
 */
export function compressJson(json: string): Buffer {
  if (json.length * BYTES_PER_UNIT > scratch.length) return compressNow(Buffer.from(json))
  const units = scratch.subarray(0, scratch.write(json, 'utf16le'))
  return compressNow(transcode(units, 'utf16le', 'utf8'))
}
