/** Whether bytes fill their whole ArrayBuffer, so that it can be transferred or freed with them. */
function fillsBuffer(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
}

/** Size of the buffer that a connection reads into. Small bodies are views into it, and others may read it too. */
export const SHARED_BYTES = 65_536

/** Whether bytes can be transferred: they fill their buffer, or are too large for a shared one. */
export const isTransferable = (bytes: Uint8Array): boolean =>
  fillsBuffer(bytes) || bytes.length > SHARED_BYTES

/** Returns the bytes in a buffer of their own; copies them only if they are part of a larger one. */
export const ownBuffer = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(fillsBuffer(bytes) ? bytes.buffer : bytes)

/** Returns the bytes as a Node Buffer, without copying. */
export const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/**
 * Frees the memory of a chunk if nothing else shares it; the chunk must not be read afterwards. If left to garbage
 * collection, the chunks of one large body would cause a full collection, which blocks all other requests.
 */
export function release(chunk: Uint8Array): void {
  if (fillsBuffer(chunk)) chunk.buffer.transfer(0)
}
