import { foreignContent } from 'parse5'
import { findIn, readAttribute } from '../read/attributes.ts'
import { isSelfClosing } from '../scan/tags.ts'
import { casedNumber, TAG } from '../tree/names.ts'
import { type Build, endTag, type Rule, spend, startTag } from './build.ts'
import { addHere } from './insert.ts'
import { FOREIGN, pop, popFrom, push, topTag } from './open-elements.ts'
import { ENDS_FOREIGN, has } from './tag-sets.ts'

/** What an open element of SVG or MathML is, as bits. */
export const SVG = 1

export const MATHML = 2

/** HTML starts anew in it: "HTML integration point". */
const HOLDS_HTML = 4

/** Holds text, and the elements of HTML that text may have: "MathML text integration point". */
const HOLDS_TEXT = 8

/** A note of MathML, in which a picture may stand. */
const HOLDS_PICTURE = 16

const CASED = foreignContent.SVG_TAG_NAMES_ADJUSTMENT_MAP

const HTML_IN_SVG = new Set(['foreignObject', 'desc', 'title'])

const TEXT_IN_MATHML = new Set(['mi', 'mo', 'mn', 'ms', 'mtext'])

const HTML_ENCODING = /^(?:text\/html|application\/xhtml\+xml)$/i

/** Opens an element of SVG or MathML by the current tag. */
export const insertForeign =
  (space: number): Rule =>
  build => {
    const { tree, open, source, tag, from, to, words } = build
    const name = tree.names.texts[tag]!
    const cased = space === SVG ? CASED.get(name) : undefined
    const node = addHere(build, cased ? casedNumber(tree.names, cased) : tag, from, to, words)
    if (isSelfClosing(source, from, to)) return
    const kind = space | (space === SVG ? kindInSvg(cased ?? name) : kindInMathml(build, node, name))
    push(open, node, FOREIGN, kind)
  }

const kindInSvg = (name: string): number => (HTML_IN_SVG.has(name) ? HOLDS_HTML : 0)

function kindInMathml({ tree }: Build, node: number, name: string): number {
  if (TEXT_IN_MATHML.has(name)) return HOLDS_TEXT
  if (name !== 'annotation-xml') return 0
  const isHtml = HTML_ENCODING.test(readAttribute(tree, node, 'encoding') ?? '')
  return HOLDS_PICTURE | (isHtml ? HOLDS_HTML : 0)
}

/** Whether the current element is one of SVG or MathML. */
export const isInForeign = ({ open }: Build): boolean => open.top >= 0 && topTag(open) === FOREIGN

const kindOfTop = ({ open }: Build): number => open.kinds[open.top]!

/** Whether a text goes by the rules of foreign content. */
export const isForeignText = (build: Build): boolean => (kindOfTop(build) & (HOLDS_HTML | HOLDS_TEXT)) === 0

/** Whether a start tag goes by the rules of foreign content. */
export function isForeignTag(build: Build): boolean {
  const kind = kindOfTop(build)
  if (kind & HOLDS_HTML || (kind & HOLDS_PICTURE && build.tag === TAG.SVG)) return false
  return !(kind & HOLDS_TEXT) || build.tag === TAG.MGLYPH || build.tag === TAG.MALIGNMARK
}

export const startInForeign: Rule = build => {
  if (endsForeign(build)) leaveForeign(build, startTag)
  else insertForeign(kindOfTop(build) & (SVG | MATHML))(build)
}

const OLD_FONT = ['color', 'face', 'size']

/** Whether a start tag can only be one of HTML; `font` is, with the attributes that it has there. */
const endsForeign = ({ tag, source, from, to }: Build): boolean =>
  tag === TAG.FONT ? OLD_FONT.some(name => findIn(source, from, to, name) !== null) : has(ENDS_FOREIGN, tag)

/** Closes what is open of SVG and MathML up to where HTML may stand, and returns the tag to the rules of that. */
function leaveForeign(build: Build, next: Rule): void {
  while (isInForeign(build) && isForeignText(build)) pop(build.open)
  next(build)
}

/** Closes the element of SVG or MathML of this name; without one it is a tag of HTML. */
export const endInForeign: Rule = build => {
  const { tree, open, tag } = build
  if (tag === TAG.P || tag === TAG.BR) return leaveForeign(build, endTag)
  const name = tree.names.texts[tag]!
  for (let index = open.top; open.tags[index] === FOREIGN && spend(build, 1); index--) {
    const candidate = tree.names.texts[tree.name[open.nodes[index]!]!]!
    if (candidate === name || candidate === CASED.get(name)) return popFrom(open, index)
  }
  endTag(build)
}
