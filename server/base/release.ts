import { isWhole } from './own-buffer.ts'

/**
 * Frees what a chunk of bytes took, where its memory is its alone; nobody may read it any more. Left to the collection of
 * garbage, the chunks of one large body would make it look through the whole heap, and all other requests wait.
 */
export function release(chunk: Uint8Array): void {
  if (isWhole(chunk)) chunk.buffer.transfer(0)
}
