import type { Store } from '../open-store.ts'
import { requireFree, storeBytes } from './on-copy.ts'
import { tempFolderOf } from './temp-folder.ts'

/** Bytes of freed space that stay in the file for later writes. */
const KEPT_FREE_BYTES = 16_777_216
/**
 * The share of the file's size below which freed space stays in it: it is soon reused, and returning it would only make the
 * file grow again.
 */
const KEPT_FREE_SHARE = 0.1
/** Bytes that one transaction returns to the disk, which takes about a millisecond. */
const BYTES_AT_ONCE = 1_048_576

type CompactableStore = Pick<Store, 'freeBytes' | 'giveBack' | 'rewrite' | 'checkpoint' | 'health'>

/**
 * Rewrites the store without its freed space. Throws 409 `conflict` if the disk has too little room: the store is written a
 * second time, and once more into its log.
 */
export async function compact(store: CompactableStore, dataDir: string) {
  const refusal = store.health.refusal()
  if (refusal) throw refusal
  const before = storeBytes(dataDir)
  const temp = tempFolderOf(dataDir)
  await requireFree(temp, 2 * (before - store.freeBytes()), 'To compact the store')
  store.rewrite(temp)
  return { bytes_before: before, bytes_after: storeBytes(dataDir) }
}

/** Returns freed space to the disk, some at a time, if there is much of it. */
export async function shrinkFile(store: CompactableStore, dataDir: string): Promise<void> {
  const keptBytes = Math.max(KEPT_FREE_BYTES, KEPT_FREE_SHARE * storeBytes(dataDir))
  if (store.freeBytes() <= keptBytes) return
  for (let left = store.freeBytes(); left > KEPT_FREE_BYTES; ) {
    await store.giveBack(BYTES_AT_ONCE)
    const now = store.freeBytes()
    // A file from before Winnow could return space keeps its freed space until it is compacted.
    if (now >= left) break
    left = now
  }
}
