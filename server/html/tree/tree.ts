import { AppError } from '../../base/errors.ts'
import { OPEN } from '../scan/characters.ts'
import type { Source } from '../scan/source.ts'
import { NO_WORDS } from '../scan/words.ts'
import { createWork, type Work } from '../work.ts'
import { type Blocks, blocksOf, NO_BLOCKS } from './blocks.ts'
import { createNames, type Names } from './names.ts'

/** What stands in `name` for a node that is no element. */
export const TEXT = -1
/** Text of a script, a style and the like, in which character references mean nothing. */
export const RAW_TEXT = -2
/** Text of a title, a text area or a picture, whose NUL characters are not passed over. */
export const KEPT_TEXT = -3

/** Text that goes on where that of the row before ends: a tag without effect stood between them. */
export const MORE_TEXT = -4

/** Stands in `parent` for a node that was taken out of the page, before the rows are put in order. */
export const NOWHERE = -1

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
  /** What searches may pass; filled once all nodes are there. */
  blocks: Blocks
  /** Further places in the source that hold attributes of an element, as those of a second body do. */
  more: Map<number, [from: number, to: number][]>
  /** Elements that were open at once, at most. */
  depth: number
  /** What may still be done with the page. */
  work: Work
}

/** An empty tree, with the root in it. */
export function createTree(source: Source): Tree {
  const room = Math.min(likelyRows(source), MOST_ROWS)
  const column = () => new Int32Array(room)
  return {
    source,
    names: createNames(),
    count: 1,
    name: column(),
    parent: column(),
    end: column(),
    from: column(),
    to: column(),
    words: column(),
    blocks: NO_BLOCKS,
    more: new Map(),
    depth: 0,
    work: createWork(),
  }
}

/** Places at which a page is looked at for its density, and the bytes that are read at each. */
const SAMPLES = 8
const SAMPLE = 512

/** Rows per `<`, and some to spare: columns that were made too short have to be copied. */
const ROWS_PER_TAG = 1.25

/** About as many rows as a page will have, by some samples of it. */
function likelyRows({ bytes }: Source): number {
  const step = Math.max(SAMPLE, Math.floor(bytes.length / SAMPLES))
  let tags = 0
  let read = 0
  for (let from = 0; from < bytes.length; from += step) {
    const to = Math.min(from + SAMPLE, bytes.length)
    for (let at = from; at < to; at++) if (bytes[at] === OPEN) tags++
    read += to - from
  }
  return 256 + Math.ceil((tags * ROWS_PER_TAG * bytes.length) / Math.max(read, 1))
}

/** Elements and texts that a page may have: no page that people read comes near, and memory has to end somewhere. */
const MOST_ROWS = 4_000_000

const tooManyRows = () =>
  new AppError('extraction_failed', `The page has more than ${MOST_ROWS} elements and texts.`, {
    hint: 'Save the part of the page that holds the data and send that.',
  })

/** Adds a node at the end of the content of `parent`. */
export function addNode(
  tree: Tree,
  name: number,
  parent: number,
  from: number,
  to: number,
  words = NO_WORDS,
): number {
  if (tree.count === tree.name.length) widen(tree)
  const node = tree.count++
  tree.name[node] = name
  tree.parent[node] = parent
  tree.from[node] = from
  tree.to[node] = to
  tree.words[node] = words
  return node
}

function widen(tree: Tree): void {
  if (tree.count >= MOST_ROWS) throw tooManyRows()
  for (const column of ['name', 'parent', 'end', 'from', 'to', 'words'] as const) {
    const wider = new Int32Array(Math.min(tree.count * 2, MOST_ROWS))
    wider.set(tree[column])
    tree[column] = wider
  }
}

/** Fills `end` and `blocks`, once all nodes are there and in document order. */
export function closeTree(tree: Tree): void {
  const { count, end, parent } = tree
  for (let node = count - 1; node > 0; node--) {
    if (end[node] === 0) end[node] = node + 1
    const above = parent[node]!
    if (end[above]! < end[node]!) end[above] = end[node]!
  }
  if (end[ROOT] === 0) end[ROOT] = count
  tree.blocks = blocksOf(tree)
}
