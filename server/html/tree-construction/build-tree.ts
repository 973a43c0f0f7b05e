// The order matters: a mode that extends another one has to follow it.
import './rules/before-rules.ts'
import './rules/body-rules.ts'
import './rules/frame-rules.ts'
import './rules/after-rules.ts'
import './rules/table-rules.ts'
import './rules/row-rules.ts'
import './rules/cell-rules.ts'
import './rules/column-rules.ts'
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

/** Reserves memory for a page of this many bytes, which the host writes to `PAGE`. */
export function startPage(length: i32): void {
  resetMemory(length)
}

/**
 * Builds the tree of the page as a browser does, by the rules of the standard, in one pass. `tagsTo` is the offset after the
 * last `>`. Returns the address of the report.
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

/** The values that the host reads when the tree is complete, in this order. */
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
