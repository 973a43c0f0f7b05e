import type { Markup } from '../markup.ts'
import { createSource } from '../scan/source.ts'
import { type Builder, createBuilder } from './builder.ts'
import type { Tree } from './tree.ts'

/** A page from which on the memory of a large one is taken, where there is one. */
const LARGE_PAGE = 200_000

/** Waits for the next page. */
let idle: Builder | undefined

/**
 * The memory of a large tree that nobody reads any more: memory that is used for the first time takes longer to fill than a
 * tree to build.
 */
let freed: Builder | undefined

/** The same of the columns of a small one, which are copied. */
let spare: Int32Array | undefined

/** What trees take: the memory that they were built in, or what they were copied into. It goes with a tree that nobody says is free. */
const memories = new WeakMap<Tree, Builder | Int32Array>()

/** The last large tree. */
let last: WeakRef<Tree> | undefined

/** The tree that a browser builds of a page, by the rules of the standard. Throws 422 for a page that has too many elements. */
export function buildTree(page: Markup, opensNoscript = false): Tree {
  const source = createSource(page)
  const builder = takeBuilder(source.bytes.length)
  const tree = builder.build(source, { opensNoscript, roomFor })
  if (builder.isReusable()) {
    idle = builder
    memories.set(tree, new Int32Array(tree.name.buffer))
  } else if (builder.isKept()) {
    memories.set(tree, builder)
    last = new WeakRef(tree)
  }
  return tree
}

/** One that throws leaves its memory as no next page may find it, so that it waits again only once it has built its tree. */
function takeBuilder(length: number): Builder {
  const large = length >= LARGE_PAGE ? freed : undefined
  const builder = large ?? idle ?? createBuilder()
  if (large) freed = undefined
  else idle = undefined
  return builder
}

function roomFor(length: number): Int32Array {
  if (!spare || spare.length < length) return new Int32Array(length)
  const room = spare
  spare = undefined
  return room
}

/** Says that nobody reads this tree any more: the next one may take its memory. */
export function freeTree(tree: Tree): void {
  const memory = memories.get(tree)
  memories.delete(tree)
  if (!(memory instanceof Int32Array)) freed = memory ?? freed
  else if (!spare || spare.length < memory.length) spare = memory
}

/** Says that nobody reads any tree that was built before. */
export function freeTrees(): void {
  const tree = last?.deref()
  if (tree) freeTree(tree)
  last = undefined
}
