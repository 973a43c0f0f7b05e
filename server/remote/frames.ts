import { bufferOf } from '../base/own-buffer.ts'

/** A JSON value and byte arrays that belong to it. */
interface Frame {
  json: unknown
  bytes: Buffer[]
}

/** Bytes of the length prefix of the JSON. The JSON contains the lengths of the byte arrays. */
const PREFIX_BYTES = 4

/** Encodes JSON and byte arrays as one message. */
export function encodeFrame(json: unknown, bytes: readonly Uint8Array[]): Uint8Array {
  const text = Buffer.from(JSON.stringify({ json, sizes: bytes.map(({ length }) => length) }))
  const prefix = Buffer.alloc(PREFIX_BYTES)
  prefix.writeUInt32LE(text.length)
  return Buffer.concat([prefix, text, ...bytes])
}

/** Decodes a message of `encodeFrame`; throws for any other message. The byte arrays are views into the message. */
export function decodeFrame(message: Uint8Array): Frame {
  const buffer = bufferOf(message)
  const end = PREFIX_BYTES + buffer.readUInt32LE()
  const { json, sizes } = JSON.parse(buffer.toString('utf8', PREFIX_BYTES, end)) as {
    json: unknown
    sizes: number[]
  }
  let offset = end
  const bytes = sizes.map(size => {
    if (!(Number.isInteger(size) && size >= 0 && offset + size <= buffer.length)) throw brokenFrame()
    offset += size
    return buffer.subarray(offset - size, offset)
  })
  return { json, bytes }
}

const brokenFrame = () => new Error('A message is shorter than it says.')

/** Splits bytes into parts of at most `size` bytes; returns at least one part. */
export function cutInParts(bytes: Uint8Array, size: number): Uint8Array[] {
  const count = Math.max(1, Math.ceil(bytes.length / size))
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size))
}
