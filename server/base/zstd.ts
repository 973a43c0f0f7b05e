import { promisify } from 'node:util'
import zlib from 'node:zlib'

type Codec = (bytes: Uint8Array, dictionary?: Uint8Array) => Promise<Buffer>

const compressWith = promisify(zlib.zstdCompress)
const decompressWith = promisify(zlib.zstdDecompress)
const optionsOf = (dictionary?: Uint8Array) => (dictionary ? { dictionary } : {})

/** Compresses bytes off the event loop. `dictionary` holds similar bytes. */
export const compress: Codec = (bytes, dictionary) => compressWith(bytes, optionsOf(dictionary))

/** Decompresses the result of `compress` off the event loop. Rejects for anything else. */
export const decompress: Codec = (bytes, dictionary) => decompressWith(bytes, optionsOf(dictionary))
