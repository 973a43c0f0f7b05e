export type ByteOrder = 'little' | 'big'

const LAST_CODE_POINT = 0x10ffff

/** The byte order of text that starts with the mark of UTF-32, else null. */
export function utf32Order([a, b, c, d]: Uint8Array): ByteOrder | null {
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return 'little'
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'big'
  return null
}

/** Decodes UTF-32, which the web's decoders leave out; what is no character becomes U+FFFD. */
export function decodeUtf32(bytes: Uint8Array, order: ByteOrder): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let text = ''
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const point = view.getUint32(at, order === 'little')
    text += point <= LAST_CODE_POINT ? String.fromCodePoint(point) : '\ufffd'
  }
  return text.toWellFormed()
}
