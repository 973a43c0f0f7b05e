import { hash } from 'node:crypto'

/** Returns the SHA-256 digest of bytes, synchronously: 32 bytes. */
export const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer')
