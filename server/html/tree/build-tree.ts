import type { Markup } from '../markup.ts'
import { createSource } from '../scan/source.ts'
import { createBuilder, type TreeBuilder } from './builder.ts'
import type { Tree } from './tree.ts'

/** Minimum length in bytes of a page that reuses the memory of a large tree. */
const LARGE_PAGE = 200_000

/** The builder for the next page. */
let idleBuilder: TreeBuilder | undefined

/**
 * The builder of a large tree that nobody reads any more. Reusing it saves time: filling fresh memory takes longer than
 * building a tree.
 */
let freedBuilder: TreeBuilder | undefined

/** The columns of a small tree that nobody reads any more. Columns of small trees are copied. */
let spareColumns: Int32Array | undefined

/** The memory of each tree: its builder, or the copied columns. Garbage-collected with the tree if nobody frees it. */
const memories = new WeakMap<Tree, TreeBuilder | Int32Array>()

/** The last large tree. */
let lastTree: WeakRef<Tree> | undefined

/**
 * Builds the tree of a page as a browser does, by the rules of the standard. Throws AppError `extraction_failed` (422) if
 * the page has too many elements.
 */
export function buildTree(page: Markup, opensNoscript = false): Tree {
  const source = createSource(page)
  const builder = takeBuilder(source.bytes.length)
  const tree = builder.build(source, { opensNoscript, roomFor })
  if (builder.isReusable()) {
    idleBuilder = builder
    memories.set(tree, new Int32Array(tree.name.buffer))
  } else if (builder.isKept()) {
    memories.set(tree, builder)
    lastTree = new WeakRef(tree)
  }
  return tree
}

/** Takes a builder for a page. It is only put back once it has built a tree, because an error leaves its memory unusable. */
function takeBuilder(length: number): TreeBuilder {
  const large = length >= LARGE_PAGE ? freedBuilder : undefined
  const builder = large ?? idleBuilder ?? createBuilder()
  if (large) freedBuilder = undefined
  else idleBuilder = undefined
  return builder
}

function roomFor(length: number): Int32Array {
  if (!spareColumns || spareColumns.length < length) return new Int32Array(length)
  const columns = spareColumns
  spareColumns = undefined
  return columns
}

/** Declares that nobody reads this tree any more, so that the next one may use its memory. */
export function freeTree(tree: Tree): void {
  const memory = memories.get(tree)
  memories.delete(tree)
  if (!(memory instanceof Int32Array)) freedBuilder = memory ?? freedBuilder
  else if (!spareColumns || spareColumns.length < memory.length) spareColumns = memory
}

/** Declares that nobody reads any earlier tree, so that the next one may use the memory of the last large tree. */
export function freeTrees(): void {
  const tree = lastTree?.deref()
  if (tree) freeTree(tree)
  lastTree = undefined
}
