import { release } from '../base/own-buffer.ts'

const FIRST = 65_536

/**
 * Collects the bytes of a body, or of a part, into one buffer of its own, which can be transferred; never holds more than
 * twice the cap.
 */
export interface Collector {
  /** False as soon as they are over the cap; all are dropped then. The chunk may be empty afterwards. */
  add(chunk: Uint8Array): boolean
  /** The bytes; the collector is empty afterwards. */
  take(): Buffer
}

/** Memory of its own that nobody cleared: all of it that is ever read is written first. */
const reserve = (bytes: number) => Buffer.allocUnsafeSlow(bytes)

/** `expected` is an upper guess of the length, such as what the request announces. */
export function createCollector(maxBytes: number, expected: number): Collector {
  let buffer = reserve(Math.min(maxBytes, expected || FIRST))
  let length = 0

  const grow = (needed: number) => {
    const larger = reserve(Math.min(maxBytes, Math.max(needed, buffer.length * 2)))
    larger.set(buffer.subarray(0, length))
    buffer = larger
  }

  return {
    add(chunk) {
      if (length + chunk.length > maxBytes) {
        buffer = Buffer.alloc(0)
        return false
      }
      if (length + chunk.length > buffer.length) grow(length + chunk.length)
      buffer.set(chunk, length)
      length += chunk.length
      release(chunk)
      return true
    },
    take() {
      const bytes = buffer.subarray(0, length)
      buffer = Buffer.alloc(0)
      return bytes
    },
  }
}
