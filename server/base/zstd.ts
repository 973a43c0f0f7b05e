import { promisify } from 'node:util'
import zlib from 'node:zlib'

type Work = (bytes: Uint8Array, dictionary?: Uint8Array) => Promise<Buffer>

const compressWith = promisify(zlib.zstdCompress)
const decompressWith = promisify(zlib.zstdDecompress)
const optionsOf = (dictionary?: Uint8Array) => (dictionary ? { dictionary } : {})

/** Compresses bytes off the event loop, to a dictionary where one is given: bytes that are much like them. */
export const compress: Work = (bytes, dictionary) => compressWith(bytes, optionsOf(dictionary))

/** Returns back what was compressed so, off the event loop. Rejects for anything else. */
export const decompress: Work = (bytes, dictionary) => decompressWith(bytes, optionsOf(dictionary))
