import { count, OPEN } from './characters.ts'
import { refuse } from './host.ts'
import { List } from './list.ts'
import { take } from './memory.ts'
import { Tag } from './tags.ts'
import { NO_WORDS } from './words.ts'

/** The values of `name` for nodes that are not elements: see `tree/tree.ts`. */
export const TEXT: i32 = -1
export const RAW_TEXT: i32 = -2
export const KEPT_TEXT: i32 = -3
export const MORE_TEXT: i32 = -4

/** The value of `parent` for a node that was removed from the page. */
export const NOWHERE: i32 = -1

export const ROOT: i32 = 0

/** Maximum number of elements and texts in a page, to bound memory; pages for human readers have far fewer. */
const MOST_ROWS: i32 = 4_000_000

/**
 * Number of columns, which follow each other in memory and have room for the same number of rows: name, parent, end, from,
 * to and words.
 */
const COLUMNS: usize = 6

/** The rows of the page, in document order except for moved nodes; `Tree` in `tree/tree.ts` describes the columns. */
export class Tree {
  static count: i32 = 0
  static room: i32 = 0
  static name: usize = 0
  static parent: usize = 0
  static end: usize = 0
  static from: usize = 0
  static to: usize = 0
  static words: usize = 0
  /** Bits of names and of words by block of rows: see `Blocks` in `tree/blocks.ts`. */
  static blockNames: usize = 0
  static blockWords: usize = 0
}

/** Further tags with attributes of an element, as triples of node, from and to. */
export const furtherTags = new List()

export function resetTree(): void {
  furtherTags.reset()
  Tree.room = min(likelyRows(), MOST_ROWS)
  startAnew()
}

/** Spare rows: columns that are too short have to be copied. */
const SPARE_ROWS: i32 = 256

/** Estimates the number of rows by the number of tags. */
function likelyRows(): i32 {
  const tags = count(OPEN)
  return SPARE_ROWS + tags + (tags >> 2)
}

/** Gives the page new columns with only the root. Returns the address of the old ones. */
export function startAnew(): usize {
  const before = Tree.name
  placeColumns(take(<usize>Tree.room * 4 * COLUMNS))
  Tree.count = 0
  addNode(0, ROOT, 0, 0, NO_WORDS)
  return before
}

function placeColumns(from: usize): void {
  const column = (<usize>Tree.room) << 2
  Tree.name = from
  Tree.parent = from + column
  Tree.end = from + 2 * column
  Tree.from = from + 3 * column
  Tree.to = from + 4 * column
  Tree.words = from + 5 * column
}

export function nameOf(node: i32): i32 {
  return load<i32>(Tree.name + ((<usize>node) << 2))
}

export function parentOf(node: i32): i32 {
  return load<i32>(Tree.parent + ((<usize>node) << 2))
}

export function setParent(node: i32, parent: i32): void {
  store<i32>(Tree.parent + ((<usize>node) << 2), parent)
}

export function fromOf(node: i32): i32 {
  return load<i32>(Tree.from + ((<usize>node) << 2))
}

export function toOf(node: i32): i32 {
  return load<i32>(Tree.to + ((<usize>node) << 2))
}

export function wordsIn(node: i32): i32 {
  return load<i32>(Tree.words + ((<usize>node) << 2))
}

export function setWords(node: i32, words: i32): void {
  store<i32>(Tree.words + ((<usize>node) << 2), words)
}

/** Adds a node as the last child of `parent`. */
export function addNode(name: i32, parent: i32, from: i32, to: i32, words: i32): i32 {
  if (Tree.count === Tree.room) widen()
  const node = Tree.count++
  const row = (<usize>node) << 2
  store<i32>(Tree.name + row, name)
  store<i32>(Tree.parent + row, parent)
  store<i32>(Tree.end + row, node + 1)
  store<i32>(Tree.from + row, from)
  store<i32>(Tree.to + row, to)
  store<i32>(Tree.words + row, words)
  return node
}

function widen(): void {
  if (Tree.count >= MOST_ROWS) refuse(MOST_ROWS)
  const before = Tree.name
  const column = (<usize>Tree.room) << 2
  Tree.room = min(Tree.room << 1, MOST_ROWS)
  placeColumns(take(<usize>Tree.room * 4 * COLUMNS))
  const wider = (<usize>Tree.room) << 2
  for (let at: usize = 0; at < COLUMNS; at++)
    memory.copy(Tree.name + at * wider, before + at * column, column)
}

/** Sets the `end` of each node, and the bits of each block of rows. Called when all rows are in document order. */
export function closeTree(): void {
  const bytes = (<usize>((Tree.count >> BLOCK_SHIFT) + 1)) << 2
  Tree.blockNames = take(bytes)
  Tree.blockWords = take(bytes)
  for (let block = Tree.count >> BLOCK_SHIFT; block >= 0; block--) closeBlock(block)
}

const BLOCK_SHIFT: i32 = 4
const NAME_MARKS: i32 = 31
const TEMPLATE_MARK: i32 = 1 << 31

/** Closes the rows of one block, last row first; all later rows are closed already. */
function closeBlock(block: i32): void {
  let names = 0
  let words = 0
  const first = block << BLOCK_SHIFT
  for (let node = min(first + (1 << BLOCK_SHIFT), Tree.count) - 1; node >= first; node--) {
    const name = nameOf(node)
    if (name > 0) {
      names |= markOf(name)
      words |= wordsIn(node)
    }
    const above = (<usize>parentOf(node)) << 2
    const end = load<i32>(Tree.end + ((<usize>node) << 2))
    if (load<i32>(Tree.end + above) < end) store<i32>(Tree.end + above, end)
  }
  store<i32>(Tree.blockNames + ((<usize>block) << 2), names)
  store<i32>(Tree.blockWords + ((<usize>block) << 2), words)
}

function markOf(name: i32): i32 {
  return name === Tag.TEMPLATE ? TEMPLATE_MARK : 1 << (name % NAME_MARKS)
}
