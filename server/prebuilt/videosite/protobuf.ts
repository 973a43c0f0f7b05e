/** The platform's tokens are protobuf messages. This file implements the parts of the format that they need. */

type FieldValue = number | string | Buffer

/**
 * Encodes a message from its fields by number, in ascending order. Numbers are varints; texts and messages are prefixed with
 * their length.
 */
export const encodeMessage = (fields: Record<number, FieldValue>): Buffer =>
  Buffer.concat(Object.entries(fields).map(([number, value]) => encodeField(Number(number), value)))

/** Encodes a message as a token: base64url with padding, percent-encoded. */
export const encodeToken = (bytes: Buffer): string =>
  encodeURIComponent(bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_'))

/** Returns the text fields of a token's message, by number, up to the first field that cannot be read. */
export function decodeTexts(text: string): Map<number, string> {
  const bytes = Buffer.from(text.replaceAll(/%3D/gi, '='), 'base64url')
  const texts = new Map<number, string>()
  for (let next = 0; next < bytes.length; ) {
    const [key, afterKey] = decodeVarint(bytes, next)
    const [value, afterValue] = decodeVarint(bytes, afterKey)
    const holdsBytes = key % 8 === 2
    if (!holdsBytes && key % 8 !== 0) break
    next = holdsBytes ? afterValue + value : afterValue
    if (holdsBytes && next <= bytes.length)
      texts.set(Math.floor(key / 8), bytes.toString('utf8', afterValue, next))
  }
  return texts
}

function encodeField(number: number, value: FieldValue): Buffer {
  if (typeof value === 'number') return Buffer.concat([encodeVarint(number * 8), encodeVarint(value)])
  const bytes = typeof value === 'string' ? Buffer.from(value) : value
  return Buffer.concat([encodeVarint(number * 8 + 2), encodeVarint(bytes.length), bytes])
}

/** Encodes a varint: seven bits per byte, lowest first; the top bit says that more bytes follow. */
function encodeVarint(value: number): Buffer {
  const bytes = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1]! += 128
    bytes.push(rest % 128)
  }
  return Buffer.from(bytes)
}

/** Returns the varint at an index, and the index after it. */
function decodeVarint(bytes: Buffer, start: number): [value: number, end: number] {
  let value = 0
  let end = start
  for (let scale = 1; end < bytes.length; scale *= 128) {
    const byte = bytes[end++]!
    value += (byte % 128) * scale
    if (byte < 128) break
  }
  return [value, end]
}
