import { hash } from 'node:crypto'

/** The digest of some bytes, at once: 32 bytes. */
export const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer')
