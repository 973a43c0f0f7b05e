import { bufferOf } from '../base/own-buffer.ts'

/** A value of JSON, and bytes that belong to it. */
export interface Frame {
  json: unknown
  bytes: Buffer[]
}

/** Four bytes for the length of the JSON, which says how long each of the bytes are. */
const HEAD = 4

/** Writes JSON and bytes as one message. */
export function encodeFrame(json: unknown, bytes: readonly Uint8Array[]): Uint8Array {
  const text = Buffer.from(JSON.stringify({ json, sizes: bytes.map(({ length }) => length) }))
  const head = Buffer.alloc(HEAD)
  head.writeUInt32LE(text.length)
  return Buffer.concat([head, text, ...bytes])
}

/** Reads what `encodeFrame` wrote; throws for anything else. The bytes lie in the message. */
export function decodeFrame(message: Uint8Array): Frame {
  const buffer = bufferOf(message)
  const end = HEAD + buffer.readUInt32LE()
  const { json, sizes } = JSON.parse(buffer.toString('utf8', HEAD, end)) as { json: unknown; sizes: number[] }
  let from = end
  const bytes = sizes.map(size => {
    if (!(Number.isInteger(size) && size >= 0 && from + size <= buffer.length)) throw brokenFrame()
    from += size
    return buffer.subarray(from - size, from)
  })
  return { json, bytes }
}

const brokenFrame = () => new Error('A message is shorter than it says.')

/** Cuts bytes into parts of a size, at least one. */
export function cutInParts(bytes: Uint8Array, size: number): Uint8Array[] {
  const count = Math.max(1, Math.ceil(bytes.length / size))
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size))
}
