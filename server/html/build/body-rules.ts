import { TAG } from '../tree/names.ts'
import { adopt } from './adoption.ts'
import {
  append,
  appendRawText,
  appendText,
  type Build,
  closeElement,
  closeImplied,
  insert,
  insertImplied,
  type Rule,
} from './build.ts'
import { insertForeign, MATHML, SVG } from './foreign.ts'
import {
  clearToMarker,
  insertFormatting,
  lastActive,
  openIndex,
  reconstruct,
  setMarker,
} from './formatting.ts'
import { replaceBody } from './frame-rules.ts'
import { headRows, templateEnd } from './head-rules.ts'
import { mergeAttributes } from './merge-attributes.ts'
import { createMode, ignore, type Row } from './mode.ts'
import {
  inButtonScope,
  indexOf,
  inListScope,
  inScope,
  pop,
  popFrom,
  splice,
  topNode,
  topTag,
} from './open-elements.ts'
import { HEADING, HEADINGS, has } from './tag-sets.ts'
import { insertText, skipLineBreak } from './text-elements.ts'

export function closeParagraph(build: Build): void {
  if (inButtonScope(build.open, TAG.P)) closeElement(build, TAG.P)
}

/** A rule that closes an open paragraph first. */
const afterParagraph =
  (rule: Rule): Rule =>
  build => {
    closeParagraph(build)
    rule(build)
  }

/** A rule that opens lost formatting again first. */
const reconstructed =
  (rule: Rule): Rule =>
  build => {
    reconstruct(build)
    rule(build)
  }

export const bodyText = reconstructed(appendText)

/** All the rest of the page is text of it. */
const startPlainText: Rule = build => {
  const { length } = build.source.text
  insert(build)
  if (build.at < length) reconstruct(build)
  appendRawText(build, length, false)
  build.at = length
}

const startHeading: Rule = build => {
  if (has(HEADING, topTag(build.open))) pop(build.open)
  insert(build)
}

const startPre: Rule = build => {
  insert(build)
  skipLineBreak(build)
}

/** Closes the open item of the same list, unless another block stands between. */
const itemRule =
  (...items: number[]): Rule =>
  build => {
    const { open } = build
    const index = Math.max(...items.map(tag => open.last[tag]!))
    if (index >= 0 && index >= open.barriers[open.top]!) closeElement(build, open.tags[index]!)
    closeParagraph(build)
    insert(build)
  }

const startForm: Rule = build => {
  if (build.form && build.templates.length === 0) return
  closeParagraph(build)
  insert(build)
  if (build.templates.length === 0) build.form = topNode(build.open)
}

const startButton: Rule = build => {
  if (inScope(build.open, TAG.BUTTON)) closeElement(build, TAG.BUTTON, -1)
  reconstruct(build)
  insert(build)
}

const startAnchor: Rule = build => {
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

const startNobr: Rule = build => {
  reconstruct(build)
  if (inScope(build.open, TAG.NOBR)) {
    adopt(build, endOther)
    reconstruct(build)
  }
  insertFormatting(build)
}

const startBounded: Rule = build => {
  insert(build)
  setMarker(build)
}

const startTable: Rule = build => {
  if (!build.quirks) closeParagraph(build)
  insert(build)
  build.mode = build.modes.inTable
}

const startSelect: Rule = build => {
  const { inTable, inCaption, inTableBody, inRow, inCell, inSelect, inSelectInTable } = build.modes
  insert(build)
  const inTableModes = [inTable, inCaption, inTableBody, inRow, inCell]
  build.mode = inTableModes.includes(build.mode) ? inSelectInTable : inSelect
}

const startOption: Rule = build => {
  if (topTag(build.open) === TAG.OPTION) pop(build.open)
  reconstruct(build)
  insert(build)
}

const rubyRule =
  (except: number): Rule =>
  build => {
    if (inScope(build.open, TAG.RUBY)) closeImplied(build, except)
    insert(build)
  }

const startImage: Rule = build => {
  build.tag = TAG.IMG
  append(build)
}

const endBlock: Rule = build => {
  if (inScope(build.open, build.tag)) closeElement(build, build.tag, -1)
}

const endItem: Rule = build => {
  if (inScope(build.open, build.tag)) closeElement(build, build.tag)
}

const endListItem: Rule = build => {
  if (inListScope(build.open, TAG.LI)) closeElement(build, TAG.LI)
}

const endHeading: Rule = build => {
  const { open } = build
  if (!HEADINGS.some(tag => inScope(open, tag))) return
  closeImplied(build)
  popFrom(open, Math.max(...HEADINGS.map(tag => open.last[tag]!)))
}

const endParagraph: Rule = build => {
  if (!inButtonScope(build.open, TAG.P)) insertImplied(build, TAG.P)
  closeElement(build, TAG.P)
}

const endForm: Rule = build => {
  const { open, form, templates } = build
  const inTemplate = templates.length > 0
  if (!inTemplate) build.form = 0
  if (!(form || inTemplate) || !inScope(open, TAG.FORM)) return
  if (inTemplate) return closeElement(build, TAG.FORM, -1)
  closeImplied(build)
  const index = indexOf(open, form, TAG.FORM)
  if (index >= 0) splice(open, index, 1)
}

const endBounded: Rule = build => {
  if (!inScope(build.open, build.tag)) return
  closeElement(build, build.tag, -1)
  clearToMarker(build)
}

const endBreak: Rule = build => {
  reconstruct(build)
  insertImplied(build, TAG.BR)
  pop(build.open)
}

const endBody: Rule = build => {
  if (inScope(build.open, TAG.BODY)) build.mode = build.modes.afterBody
}

const endOther: Rule = build => {
  const { open, tag } = build
  const index = tag < open.last.length ? open.last[tag]! : -1
  if (index <= 0 || open.specials[open.top]! > index) return
  closeImplied(build, tag)
  popFrom(open, index)
}

const BLOCKS = [TAG.DL, TAG.OL, TAG.UL, TAG.DIV, TAG.DIR, TAG.NAV, TAG.MAIN, TAG.MENU, TAG.ASIDE, TAG.CENTER]
  .concat([TAG.FIGURE, TAG.FOOTER, TAG.HEADER, TAG.HGROUP, TAG.DIALOG, TAG.DETAILS, TAG.ADDRESS, TAG.ARTICLE])
  .concat([TAG.SEARCH, TAG.SECTION, TAG.SUMMARY, TAG.FIELDSET, TAG.BLOCKQUOTE, TAG.FIGCAPTION])
const FORMATTING = [
  TAG.B,
  TAG.BIG,
  TAG.CODE,
  TAG.EM,
  TAG.FONT,
  TAG.I,
  TAG.S,
  TAG.SMALL,
  TAG.STRIKE,
  TAG.STRONG,
].concat([TAG.TT, TAG.U])
const TABLE_PARTS = [
  TAG.COL,
  TAG.TH,
  TAG.TD,
  TAG.TR,
  TAG.HEAD,
  TAG.FRAME,
  TAG.TBODY,
  TAG.TFOOT,
  TAG.THEAD,
].concat([TAG.CAPTION, TAG.COLGROUP])
const BOUNDED = [TAG.APPLET, TAG.OBJECT, TAG.MARQUEE]

export const bodyStart: Row[] = [
  ...headRows,
  [FORMATTING, reconstructed(insertFormatting)],
  [[TAG.A], startAnchor],
  [[TAG.NOBR], startNobr],
  [HEADINGS, afterParagraph(startHeading)],
  [[TAG.P, ...BLOCKS], afterParagraph(insert)],
  [[TAG.LI], itemRule(TAG.LI)],
  [[TAG.DD, TAG.DT], itemRule(TAG.DD, TAG.DT)],
  [[TAG.BR, TAG.IMG, TAG.WBR, TAG.AREA, TAG.EMBED, TAG.KEYGEN, TAG.INPUT], reconstructed(append)],
  [[TAG.IMAGE], reconstructed(startImage)],
  [[TAG.PARAM, TAG.TRACK, TAG.SOURCE], append],
  [[TAG.HR], afterParagraph(append)],
  [[TAG.RB, TAG.RTC], rubyRule(-1)],
  [[TAG.RT, TAG.RP], rubyRule(TAG.RTC)],
  [[TAG.PRE, TAG.LISTING], afterParagraph(startPre)],
  [[TAG.XMP], afterParagraph(reconstructed(insertText))],
  [[TAG.IFRAME, TAG.NOEMBED, TAG.NOSCRIPT, TAG.TEXTAREA], insertText],
  [[TAG.SVG], reconstructed(insertForeign(SVG))],
  [[TAG.MATH], reconstructed(insertForeign(MATHML))],
  [[TAG.HTML, TAG.BODY], mergeAttributes],
  [[TAG.FORM], startForm],
  [[TAG.TABLE], startTable],
  [[TAG.BUTTON], startButton],
  [BOUNDED, reconstructed(startBounded)],
  [[TAG.SELECT], reconstructed(startSelect)],
  [[TAG.OPTION, TAG.OPTGROUP], startOption],
  [[TAG.FRAMESET], replaceBody],
  [[TAG.PLAINTEXT], afterParagraph(startPlainText)],
  [TABLE_PARTS, ignore],
]

export const inBody = createMode({
  start: bodyStart,
  otherStart: reconstructed(insert),
  end: [
    [[...FORMATTING, TAG.A, TAG.NOBR], build => adopt(build, endOther)],
    [[TAG.PRE, TAG.LISTING, TAG.BUTTON, ...BLOCKS], endBlock],
    [[TAG.P], endParagraph],
    [[TAG.LI], endListItem],
    [[TAG.DD, TAG.DT], endItem],
    [HEADINGS, endHeading],
    [[TAG.BR], endBreak],
    [[TAG.BODY, TAG.HTML], endBody],
    [[TAG.FORM], endForm],
    [BOUNDED, endBounded],
    templateEnd,
  ],
  otherEnd: endOther,
  text: bodyText,
})
