import { constants, ZstdCompress } from 'minizlib'

type Compressor = (bytes: Uint8Array) => Buffer

/** A compressor that is kept: to make one takes longer than to compress a page of 20 KB. */
function createCompressor(): Compressor {
  const pieces: Buffer[] = []
  const stream = new ZstdCompress({ flush: constants.ZSTD_e_end! })
  stream.on('data', (piece: Buffer) => pieces.push(piece))
  return bytes => {
    stream.write(bytes as Buffer)
    const [first, ...others] = pieces.splice(0)
    return others.length ? Buffer.concat([first!, ...others]) : first!
  }
}

let compressor: Compressor | undefined

/** Compresses bytes at once: for what is so short that another thread would gain nothing. */
export function compressNow(bytes: Uint8Array): Buffer {
  const now = compressor ?? createCompressor()
  // One that throws is of no more use.
  compressor = undefined
  const compressed = now(bytes)
  compressor = now
  return compressed
}

/** Texts are written here first: most are short, and to make room for each takes as long as writing it. */
const scratch = Buffer.allocUnsafeSlow(65_536)
const MOST_BYTES_OF_A_CHARACTER = 3

/** The same of a text, as UTF-8. */
export function compressText(text: string): Buffer {
  if (text.length * MOST_BYTES_OF_A_CHARACTER > scratch.length) return compressNow(Buffer.from(text))
  return compressNow(scratch.subarray(0, scratch.write(text)))
}
