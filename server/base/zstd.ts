import { promisify } from 'node:util'
import zlib from 'node:zlib'

/** Compresses bytes off the event loop. */
export const compress: (bytes: Uint8Array) => Promise<Buffer> = promisify(zlib.zstdCompress)

/** Returns back what was compressed, off the event loop. Rejects for anything else. */
export const decompress: (bytes: Uint8Array) => Promise<Buffer> = promisify(zlib.zstdDecompress)
