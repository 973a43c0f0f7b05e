import type { Markup } from '../markup.ts'
import { createSource } from '../scan/source.ts'
import { type Builder, createBuilder } from './builder.ts'
import type { Tree } from './tree.ts'

/** A page from which on the memory of a large one is taken, where there is one. */
const LARGE_PAGE = 1_000_000

/** Waits for the next page. */
let idle: Builder | undefined

/** The memory of a large tree that nobody reads any more: to fill it anew takes half the time of other memory. */
let freed: Builder | undefined

/** Has built the last large tree, which stays where it was built; both may go where nobody says that they are free. */
let occupied: WeakRef<Builder> | undefined

/** The tree that a browser builds of a page, by the rules of the standard. Throws 422 for a page that has too many elements. */
export function buildTree(page: Markup, opensNoscript = false): Tree {
  const source = createSource(page)
  const builder = takeBuilder(source.bytes.length)
  const tree = builder.build(source, opensNoscript)
  if (builder.isReusable()) idle = builder
  else if (builder.isKept()) occupied = new WeakRef(builder)
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

/** Says that nobody reads any tree that was built before: the next large page may take the memory of the last one. */
export function freeTrees(): void {
  freed = occupied?.deref() ?? freed
  occupied = undefined
}
