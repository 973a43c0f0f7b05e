/** Whether bytes are the whole of their memory, so that it may be given away or freed with them. */
export function isWhole(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
}

/** What a connection reads at once, and so what small bodies are views into, which others may read as well. */
export const SHARED_BYTES = 65_536

/** Whether the memory of bytes may be given away: it is theirs, or they are more than what is shared. */
export const isAlone = (bytes: Uint8Array): boolean => isWhole(bytes) || bytes.length > SHARED_BYTES

/** The same bytes as the whole of a buffer; copied only where they are a part of one. */
export const ownBuffer = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(isWhole(bytes) ? bytes.buffer : bytes)
