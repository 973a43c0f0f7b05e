/** Whether bytes are the whole of their memory, so that it may be given away or freed with them. */
function isWhole(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
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

/** The same bytes with what Node's buffers can do; nothing is copied. */
export const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/**
 * Frees what a chunk of bytes took, where its memory is its alone; nobody may read it any more. Left to the collection of
 * garbage, the chunks of one large body would make it look through the whole heap, and all other requests wait.
 */
export function release(chunk: Uint8Array): void {
  if (isWhole(chunk)) chunk.buffer.transfer(0)
}
