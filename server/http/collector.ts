import { release } from '../base/own-buffer.ts'

const INITIAL_BYTES = 65_536
/** How many times as much as has arrived is reserved, so that the bytes of a long body are rarely copied. */
const AHEAD = 16

/** Collects the bytes of a body or a part into one buffer of its own, which can be transferred. Holds at most twice the cap. */
interface Collector {
  /** Adds a chunk, and may free its memory. Returns false and drops all bytes once they exceed the cap. */
  add(chunk: Uint8Array): boolean
  /** Returns the bytes and empties the collector. */
  take(): Buffer
}

/** Allocates unpooled, uninitialised memory: only bytes that were written are ever read. */
const reserve = (bytes: number) => Buffer.allocUnsafeSlow(bytes)

/**
 * `expected` is an estimate of the length that is rather too high, such as the announced one. It is not believed at once:
 * thousands of bodies that announce megabytes and do not arrive would have the service reserve gigabytes.
 */
export function createCollector(maxBytes: number, expected: number): Collector {
  let buffer = reserve(Math.min(maxBytes, expected || INITIAL_BYTES, INITIAL_BYTES))
  let length = 0

  const grow = (needed: number) => {
    const ahead = length < expected ? Math.min(expected, buffer.length * AHEAD) : buffer.length * 2
    const larger = reserve(Math.min(maxBytes, Math.max(needed, ahead)))
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
