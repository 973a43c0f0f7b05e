import { release, SHARED_BYTES } from '../../base/own-buffer.ts'

/** Collects a response body chunk by chunk. */
interface Body {
  /** Announces the length, if known (NaN if not), so that the body can be written into one buffer without a second copy. */
  expect(length: number): void
  add(chunk: Uint8Array): void
  /** Returns the whole body. Call it once. A small body may be a view into memory that is shared with others. */
  take(): Uint8Array
  /** Frees the chunks that were copied. Call it only after the code that delivered them has finished with them. */
  free(): void
}

export function createBody(): Body {
  let expected = 0
  let buffer: Uint8Array | undefined
  let chunks: Uint8Array[] = []
  let length = 0

  /** Allocates memory only when the first chunk arrives: answers to HEAD, and 304, announce a length but have no body. */
  const reserve = (first: Uint8Array) =>
    expected > first.length ? Buffer.allocUnsafeSlow(expected) : undefined

  return {
    expect(announced) {
      expected = announced
    },
    add(chunk) {
      if (!length) buffer = reserve(chunk)
      buffer?.set(chunk, length)
      chunks.push(chunk)
      length += chunk.length
    },
    take: () => (buffer ? buffer.subarray(0, length) : join(chunks, length)),
    free() {
      if (buffer || chunks.length > 1) chunks.forEach(release)
      chunks = []
    },
  }
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  if (chunks.length === 1 && length <= SHARED_BYTES) return chunks[0]!
  const bytes = Buffer.allocUnsafeSlow(length)
  let end = 0
  for (const chunk of chunks) {
    bytes.set(chunk, end)
    end += chunk.length
  }
  return bytes
}
