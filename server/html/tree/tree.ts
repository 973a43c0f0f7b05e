import { createSource, type MarkupSource } from '../scan/source.ts'
import { createWorkBudget, type WorkBudget } from '../work.ts'
import type { BlockBits } from './blocks.ts'
import { type NameTable, namesOf } from './names.ts'

/** The value of `name` for a text. */
export const TEXT = -1
/** Text of scripts, styles and the like, in which character references are not decoded. */
export const RAW_TEXT = -2
/** Text of a title, a textarea or foreign content, whose NUL characters are replaced, not dropped. */
export const KEPT_TEXT = -3

/** Text that continues the row before: a tag without effect was between them. */
export const MORE_TEXT = -4

/** The node that holds the whole page. */
export const ROOT = 0

/**
 * A page as columns of numbers, with a row per node. Rows are in document order: the content of node `n` is the rows from `n
 * + 1` up to but not including `end[n]`.
 */
export interface Tree {
  source: MarkupSource
  names: NameTable
  count: number
  /** Number of an element's name, or the kind of a text; 0 for the root. */
  name: Int32Array
  parent: Int32Array
  end: Int32Array
  /** Offset in the source: the start of a text; for an element, the end of the name in its tag, where attributes start. */
  from: Int32Array
  /**
   * Offset in the source: the end of a text; for an element, the `>` of its tag. Equal to `from` if the element has no tag.
   */
  to: Int32Array
  /** Bits of the words in an element's class and id. */
  words: Int32Array
  /** Lets searches skip blocks of rows. */
  blocks: BlockBits
  /** Further tags in the source with attributes of an element, such as a second body tag. */
  more: Map<number, [from: number, to: number][]>
  /** Maximum number of elements that were open at once. */
  depth: number
  /** The work that may still be spent on the page. */
  work: WorkBudget
}

const NO_ROWS = new Int32Array()
const NO_PAGE = createSource('')

/** The tree of no page. */
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
  work: createWorkBudget(),
}
