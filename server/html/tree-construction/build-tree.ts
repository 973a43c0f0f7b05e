// The order is that of the rules: what extends a mode comes after it.
import './rules/before-rules.ts'
import './rules/body-rules.ts'
import './rules/frame-rules.ts'
import './rules/after-rules.ts'
import './rules/table-rules.ts'
import './rules/row-rules.ts'
import './rules/cell-rules.ts'
import './rules/column-rules.ts'
import './rules/select-rules.ts'
import './rules/template-rules.ts'
import { Build, inTemplate, resetBuild } from './build.ts'
import { PAGE, Page } from './characters.ts'
import { formatting } from './formatting.ts'
import { resetMemory } from './memory.ts'
import { hasMoves, reorder, resetMoves } from './moves.ts'
import {
  addFixedName,
  addOddName,
  fixedNameAt,
  lengthOfName,
  nameCount,
  pairNames,
  placeOfName,
  resetNames,
  spreadNames,
} from './names.ts'
import { Open, resetOpen } from './open-elements.ts'
import { readToken } from './read-token.ts'
import { endTemplate } from './reset-mode.ts'
import { openMissing } from './rules/after-rules.ts'
import { setFlags } from './tag-flags.ts'
import { closeTree, furtherTags, resetTree, Tree } from './tree.ts'

export {
  addFixedName,
  addOddName,
  fixedNameAt,
  lengthOfName,
  PAGE,
  pairNames,
  placeOfName,
  setFlags,
  spreadNames,
}

/** Makes room for a page of so many bytes, which are written to `PAGE`. */
export function startPage(length: i32): void {
  resetMemory(length)
}

/**
 * Builds the tree that a browser builds of the page, in one pass over it, by the rules of the standard. `tagsTo` is the place
 * behind the last `>`. Returns where the report lies.
 */
export function buildTree(tagsTo: i32, opensNoscript: bool): usize {
  Page.tagsTo = tagsTo
  reset(opensNoscript)
  while (Build.at < Page.length) readToken()
  Build.from = Page.length
  while (inTemplate()) endTemplate()
  openMissing()
  if (hasMoves()) reorder()
  closeTree()
  return writeReport()
}

function reset(opensNoscript: bool): void {
  resetBuild(Page.length, opensNoscript)
  formatting.reset()
  resetMoves()
  resetNames()
  resetOpen()
  resetTree()
}

/** What the host reads when the tree is built, in this order. */
const report = memory.data(9 << 2)

function writeReport(): usize {
  store<i32>(report, Tree.count)
  store<i32>(report + 4, Tree.room)
  store<usize>(report + 8, Tree.name)
  store<usize>(report + 12, Tree.blockNames)
  store<usize>(report + 16, Tree.blockWords)
  store<i32>(report + 20, Open.deepest)
  store<i32>(report + 24, nameCount())
  store<i32>(report + 28, furtherTags.length)
  store<usize>(report + 32, furtherTags.address)
  return report
}
