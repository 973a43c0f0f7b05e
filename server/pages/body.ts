import { release, SHARED_BYTES } from '../base/own-buffer.ts'

/** Collects a body as it comes. */
interface Body {
  /** The length that the answer announces; NaN where it says nothing. Spares a second copy of the whole. */
  expect(length: number): void
  add(chunk: Uint8Array): void
  /** All that came, once; what is small may be a view into memory that others read, too. */
  take(): Uint8Array
  /** Frees the chunks that were copied: to be called once whoever brought them is done with them, too. */
  free(): void
}

export function createBody(): Body {
  let expected = 0
  let whole: Uint8Array | undefined
  let chunks: Uint8Array[] = []
  let length = 0

  /** Reserved only once a body does come: answers to HEAD and 304 announce one that never does. */
  const reserve = (first: Uint8Array) =>
    expected > first.length ? Buffer.allocUnsafeSlow(expected) : undefined

  return {
    expect(announced) {
      expected = announced
    },
    add(chunk) {
      if (!length) whole = reserve(chunk)
      whole?.set(chunk, length)
      chunks.push(chunk)
      length += chunk.length
    },
    take: () => (whole ? whole.subarray(0, length) : join(chunks, length)),
    free() {
      if (whole || chunks.length > 1) chunks.forEach(release)
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
