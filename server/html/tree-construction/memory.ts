import { PAGE, Page, SLACK } from './characters.ts'

/**
 * Memory behind the page, which is taken piece by piece and given back all at once with the next page: what grows moves, and
 * doubles each time.
 */
class Memory {
  static top: usize = 0
}

const PAGE_OF_MEMORY: usize = 0x10000

/** Makes room for a page of so many bytes, and forgets all that was taken for the last one. */
export function resetMemory(length: i32): void {
  Page.length = length
  Memory.top = (PAGE + length + SLACK + 7) & ~7
  reach(Memory.top)
  memory.fill(PAGE + length, 0, SLACK)
}

/** So many bytes, with anything in them. */
export function take(bytes: usize): usize {
  const from = Memory.top
  Memory.top = (from + bytes + 7) & ~7
  reach(Memory.top)
  return from
}

/** A copy of what was taken, with room for so many bytes. */
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
