/** By block of rows: the marks of all its elements. A search passes the blocks that cannot hold what it looks for. */
export interface Blocks {
  names: Int32Array
  words: Int32Array
}

const SHIFT = 4

/** Rows of a block. */
export const BLOCK = 1 << SHIFT

/** A name has one of these marks. Templates have the sign, which no other name has: no search may pass into their content. */
const MARKS = 31

const markOf = (name: number) => 1 << (name % MARKS)

/** Whether the block that starts with this row may hold an element of this name (0 for any) and these words, or a template. */
export function mayHold({ names, words }: Blocks, row: number, wanted: number, needed: number): boolean {
  const marks = names[row >> SHIFT]!
  if (marks < 0) return true
  const isNamed = wanted === 0 ? marks !== 0 : (marks & markOf(wanted)) !== 0
  return isNamed && (words[row >> SHIFT]! & needed) === needed
}
