/** Bits of all elements in each block of rows. A search skips blocks that cannot contain what it searches for. */
export interface BlockBits {
  names: Int32Array
  words: Int32Array
}

const SHIFT = 4

/** Number of rows in a block. */
export const BLOCK = 1 << SHIFT

/** Number of bits for names. Templates have the sign bit instead, so that no search skips one and runs into its content. */
const MARKS = 31

const markOf = (name: number) => 1 << (name % MARKS)

/**
 * Whether the block that starts with this row may contain an element with this name (0 for any) and these words, or a
 * template.
 */
export function mayHold({ names, words }: BlockBits, row: number, wanted: number, needed: number): boolean {
  const marks = names[row >> SHIFT]!
  if (marks < 0) return true
  const isNamed = wanted === 0 ? marks !== 0 : (marks & markOf(wanted)) !== 0
  return isNamed && (words[row >> SHIFT]! & needed) === needed
}
