import { TAG } from './names.ts'

/** What stands in a tree's rows, as far as a search asks for it. */
interface Rows {
  count: number
  name: Int32Array
  words: Int32Array
}

/** By block of rows: the marks of all its elements. A search passes the blocks that cannot hold what it looks for. */
export interface Blocks {
  names: Int32Array
  words: Int32Array
}

const SHIFT = 4

/** Rows of a block. */
export const BLOCK = 1 << SHIFT

export const NO_BLOCKS: Blocks = { names: new Int32Array(), words: new Int32Array() }

/** Templates have a mark of their own, the sign: no search may pass into their content. */
const TEMPLATE_MARK = 1 << 31

const MARKS = 31

const markOf = (name: number) => (name === TAG.TEMPLATE ? TEMPLATE_MARK : 1 << (name % MARKS))

export function blocksOf({ count, name, words }: Rows): Blocks {
  const length = (count >> SHIFT) + 1
  const blocks = { names: new Int32Array(length), words: new Int32Array(length) }
  for (let node = 1; node < count; node++) {
    if (name[node]! < 0) continue
    blocks.names[node >> SHIFT]! |= markOf(name[node]!)
    blocks.words[node >> SHIFT]! |= words[node]!
  }
  return blocks
}

/** Whether the block that starts with this row may hold an element of this name (0 for any) and these words, or a template. */
export function mayHold({ names, words }: Blocks, row: number, wanted: number, needed: number): boolean {
  const marks = names[row >> SHIFT]!
  if (marks < 0) return true
  const isNamed = wanted === 0 ? marks !== 0 : (marks & markOf(wanted)) !== 0
  return isNamed && (words[row >> SHIFT]! & needed) === needed
}
