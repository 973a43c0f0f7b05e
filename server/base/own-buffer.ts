/** Whether bytes are the whole of their memory, so that it may be given away or freed with them. */
export function isWhole(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
}

/** The same bytes as the whole of a buffer; copied only where they are a part of one. */
export const ownBuffer = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(isWhole(bytes) ? bytes.buffer : bytes)
