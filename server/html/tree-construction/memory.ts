import { PAGE, Page, SLACK } from './characters.ts'

/**
 * The memory after the page. It is allocated piece by piece, and released all at once before the next page. Structures that
 * outgrow their piece move to one of twice the size.
 */
class Memory {
  static top: usize = 0
}

const PAGE_OF_MEMORY: usize = 0x10000

/** Reserves memory for a page of this many bytes, and releases everything allocated for the last one. */
export function resetMemory(length: i32): void {
  Page.length = length
  Memory.top = (PAGE + length + SLACK + 7) & ~7
  reach(Memory.top)
  memory.fill(PAGE + length, 0, SLACK)
}

/** Allocates bytes, without clearing them. */
export function take(bytes: usize): usize {
  const from = Memory.top
  Memory.top = (from + bytes + 7) & ~7
  reach(Memory.top)
  return from
}

/** Copies an allocated piece into a new one of `bytes` bytes. */
export function moved(from: usize, length: usize, bytes: usize): usize {
  const to = take(bytes)
  memory.copy(to, from, length)
  return to
}

function reach(end: usize): void {
  const has = <usize>memory.size() * PAGE_OF_MEMORY
  if (end <= has) return
  const missing = (end - has + PAGE_OF_MEMORY - 1) / PAGE_OF_MEMORY
  if (memory.grow(<i32>missing) < 0) unreachable()
}
