import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { TURN_SIZE } from './turns.ts'

type Codec = (bytes: Uint8Array, dictionary?: Uint8Array) => Promise<Buffer>

const compressWith = promisify(zlib.zstdCompress)
const decompressWith = promisify(zlib.zstdDecompress)
const optionsOf = (dictionary?: Uint8Array) => (dictionary ? { dictionary } : {})

/** Compresses bytes off the event loop. `dictionary` holds similar bytes. */
export const compress: Codec = (bytes, dictionary) => compressWith(bytes, optionsOf(dictionary))

/** Decompresses the result of `compress` off the event loop. Rejects for anything else. */
export const decompress: Codec = (bytes, dictionary) => decompressWith(bytes, optionsOf(dictionary))

/**
 * Returns the text at once, which is faster than off the event loop if it is small; null if it is large. Throws for
 * anything else.
 */
export function decompressSmall(bytes: Uint8Array): string | null {
  try {
    return zlib.zstdDecompressSync(bytes, { maxOutputLength: TURN_SIZE }).toString()
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') return null
    throw error
  }
}

/** Yields the decompressed bytes in pieces: putting them together would block other work if they are many. */
export async function* decompressInPieces(bytes: Uint8Array): AsyncGenerator<Buffer> {
  const pieces = zlib.createZstdDecompress({ chunkSize: TURN_SIZE })
  pieces.end(bytes)
  yield* pieces
}
