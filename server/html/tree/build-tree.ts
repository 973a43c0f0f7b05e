import type { Markup } from '../markup.ts'
import { createSource } from '../scan/source.ts'
import { type Builder, createBuilder } from './builder.ts'
import type { Tree } from './tree.ts'

/** Waits for the next page. */
let idle: Builder | undefined

/** The tree that a browser builds of a page, by the rules of the standard. Throws 422 for a page that has too many elements. */
export function buildTree(page: Markup, opensNoscript = false): Tree {
  const builder = idle ?? createBuilder()
  // One that throws leaves its memory as no next page may find it.
  idle = undefined
  const tree = builder.build(createSource(page), opensNoscript)
  if (builder.isReusable()) idle = builder
  return tree
}
