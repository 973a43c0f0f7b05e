import { createSource, type Source } from '../scan/source.ts'
import { createWork, type Work } from '../work.ts'
import type { Blocks } from './blocks.ts'
import { type Names, namesOf } from './names.ts'

/** What stands in `name` for a node that is no element. */
export const TEXT = -1
/** Text of a script, a style and the like, in which character references mean nothing. */
export const RAW_TEXT = -2
/** Text of a title, a text area or a picture, whose NUL characters are not passed over. */
export const KEPT_TEXT = -3

/** Text that goes on where that of the row before ends: a tag without effect stood between them. */
export const MORE_TEXT = -4

/** The node that holds the whole page. */
export const ROOT = 0

/**
 * A page as columns of numbers; a node is a row. Rows are in document order: the content of node `n` is the rows
 * from `n + 1` up to `end[n]`, without it.
 */
export interface Tree {
  source: Source
  names: Names
  count: number
  /** Number of an element's name, or one of the numbers of texts; 0 for the root. */
  name: Int32Array
  parent: Int32Array
  end: Int32Array
  /** Place in the source: of a text, its start; of an element, the end of its tag's name, where attributes start. */
  from: Int32Array
  /** Place in the source: of a text, its end; of an element, the `>` of its tag. Equal to `from` where the tag was implied. */
  to: Int32Array
  /** Marks of the words in an element's class and id. */
  words: Int32Array
  /** What searches may pass. */
  blocks: Blocks
  /** Further places in the source that hold attributes of an element, as those of a second body do. */
  more: Map<number, [from: number, to: number][]>
  /** Elements that were open at once, at most. */
  depth: number
  /** What may still be done with the page. */
  work: Work
}

const NO_ROWS = new Int32Array()
const NO_PAGE = createSource('')

/** That of no page. */
export const NO_TREE: Tree = {
  source: NO_PAGE,
  names: namesOf(NO_PAGE, NO_ROWS),
  count: 0,
  name: NO_ROWS,
  parent: NO_ROWS,
  end: NO_ROWS,
  from: NO_ROWS,
  to: NO_ROWS,
  words: NO_ROWS,
  blocks: { names: NO_ROWS, words: NO_ROWS },
  more: new Map(),
  depth: 0,
  work: createWork(),
}
