import { hash } from 'node:crypto'

/** Returns the SHA-256 digest of bytes, synchronously: 32 bytes. */
export const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer')

/** Returns the hash of a secret that the store keeps in its place: SHA-256, as base64. */
export const secretHash = (secret: string): string => hash('sha256', secret, 'base64')
