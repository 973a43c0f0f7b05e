/** Bits of all elements in each block of rows. A search skips blocks that cannot contain what it searches for. */
export interface BlockBits {
  names: Int32Array
  words: Int32Array
}

const BLOCK_SHIFT = 4

/** Number of rows in a block. */
export const BLOCK = 1 << BLOCK_SHIFT

/** Number of bits for names. Templates have the sign bit instead, so that no search skips one and runs into its content. */
const NAME_BITS = 31

const markOf = (name: number) => 1 << (name % NAME_BITS)

/**
 * Whether the block that starts with this row may contain an element with this name (0 for any) and these words, or a
 * template.
 */
export function mayHold(
  { names, words }: BlockBits,
  row: number,
  nameNumber: number,
  neededWords: number,
): boolean {
  const marks = names[row >> BLOCK_SHIFT]!
  if (marks < 0) return true
  const isNamed = nameNumber === 0 ? marks !== 0 : (marks & markOf(nameNumber)) !== 0
  return isNamed && (words[row >> BLOCK_SHIFT]! & neededWords) === neededWords
}
