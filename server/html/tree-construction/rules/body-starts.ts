import { TAG } from '../../tree/names.ts'
import { adopt } from '../adoption.ts'
import type { Build, Rule } from '../build.ts'
import { closeElement, closeImplied } from '../close.ts'
import { insertFormatting, lastActive, openIndex, reconstruct, setMarker } from '../formatting.ts'
import { append, appendRawText, appendText, insert } from '../insert.ts'
import { inButtonScope, inScope, pop, splice, topNode, topTag } from '../open-elements.ts'
import { HEADING, has } from '../tag-sets.ts'
import { skipLineBreak } from '../text-elements.ts'
import { endOther } from './body-ends.ts'

export function closeParagraph(build: Build): void {
  if (inButtonScope(build.open, TAG.P)) closeElement(build, TAG.P)
}

/** A rule that closes an open paragraph first. */
export const afterParagraph =
  (rule: Rule): Rule =>
  build => {
    closeParagraph(build)
    rule(build)
  }

/** A rule that opens lost formatting again first. */
export const reconstructed =
  (rule: Rule): Rule =>
  build => {
    reconstruct(build)
    rule(build)
  }

// What most tokens of a page go by is written out: a rule that is handed over is never compiled into its caller.

export const bodyText: Rule = build => {
  reconstruct(build)
  appendText(build)
}

export const startBlock: Rule = build => {
  closeParagraph(build)
  insert(build)
}

export const startOther: Rule = build => {
  reconstruct(build)
  insert(build)
}

export const startFormatting: Rule = build => {
  reconstruct(build)
  insertFormatting(build)
}

export const startEmpty: Rule = build => {
  reconstruct(build)
  append(build)
}

/** All the rest of the page is text of it. */
export const startPlainText: Rule = build => {
  const { length } = build.source.bytes
  insert(build)
  if (build.at < length) reconstruct(build)
  appendRawText(build, length, false)
  build.at = length
}

export const startHeading: Rule = build => {
  if (has(HEADING, topTag(build.open))) pop(build.open)
  insert(build)
}

export const startPre: Rule = build => {
  insert(build)
  skipLineBreak(build)
}

/** Closes the open item of the same list, unless another block stands between. */
export const itemRule =
  (...items: number[]): Rule =>
  build => {
    const { open } = build
    const index = Math.max(...items.map(tag => open.last[tag]!))
    if (index >= 0 && index >= open.barriers[open.top]!) closeElement(build, open.tags[index]!)
    closeParagraph(build)
    insert(build)
  }

export const startForm: Rule = build => {
  if (build.form && build.templates.length === 0) return
  closeParagraph(build)
  insert(build)
  if (build.templates.length === 0) build.form = topNode(build.open)
}

export const startButton: Rule = build => {
  if (inScope(build.open, TAG.BUTTON)) closeElement(build, TAG.BUTTON, -1)
  reconstruct(build)
  insert(build)
}

export const startAnchor: Rule = build => {
  const active = lastActive(build, TAG.A)
  if (active >= 0) {
    const anchor = build.formatting[active]!
    adopt(build, endOther)
    const index = openIndex(build, anchor)
    if (index >= 0) splice(build.open, index, 1)
    const still = build.formatting.indexOf(anchor)
    if (still >= 0) build.formatting.splice(still, 1)
  }
  reconstruct(build)
  insertFormatting(build)
}

export const startNobr: Rule = build => {
  reconstruct(build)
  if (inScope(build.open, TAG.NOBR)) {
    adopt(build, endOther)
    reconstruct(build)
  }
  insertFormatting(build)
}

export const startBounded: Rule = build => {
  insert(build)
  setMarker(build)
}

export const startTable: Rule = build => {
  if (!build.quirks) closeParagraph(build)
  insert(build)
  build.mode = build.modes.inTable
}

export const startSelect: Rule = build => {
  const { inTable, inCaption, inTableBody, inRow, inCell, inSelect, inSelectInTable } = build.modes
  insert(build)
  const inTableModes = [inTable, inCaption, inTableBody, inRow, inCell]
  build.mode = inTableModes.includes(build.mode) ? inSelectInTable : inSelect
}

export const startOption: Rule = build => {
  if (topTag(build.open) === TAG.OPTION) pop(build.open)
  reconstruct(build)
  insert(build)
}

export const rubyRule =
  (except: number): Rule =>
  build => {
    if (inScope(build.open, TAG.RUBY)) closeImplied(build, except)
    insert(build)
  }

export const startImage: Rule = build => {
  build.tag = TAG.IMG
  append(build)
}
