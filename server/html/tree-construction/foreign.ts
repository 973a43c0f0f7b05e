import { isSelfClosing } from './attributes.ts'
import { Build, spend } from './build.ts'
import { holdsHtml, isOldFont } from './host.ts'
import { addHere } from './insert.ts'
import { endTag, startTag } from './modes.ts'
import { casedOf, lowerOf } from './names.ts'
import {
  FOREIGN,
  kindOfTop,
  nodeAt,
  Open,
  pop,
  popFrom,
  pushForeign,
  tagAt,
  topTag,
} from './open-elements.ts'
import { ENDS_FOREIGN, has } from './tag-flags.ts'
import { Tag } from './tags.ts'
import { nameOf } from './tree.ts'

/** Properties of an open SVG or MathML element, as bits. */
const SVG: i32 = 1

const MATHML: i32 = 2

/** Its content is HTML: "HTML integration point". */
const HOLDS_HTML: i32 = 4

/** Its content is text with inline HTML elements: "MathML text integration point". */
const HOLDS_TEXT: i32 = 8

/** A MathML annotation, which may contain SVG. */
const HOLDS_PICTURE: i32 = 16

export function insertSvg(): void {
  insertForeign(SVG)
}

export function insertMathml(): void {
  insertForeign(MATHML)
}

/** Opens an SVG or MathML element for the current tag. */
function insertForeign(space: i32): void {
  const name = space === SVG ? casedOf(Build.tag) : Build.tag
  const node = addHere(name, Build.from, Build.to, Build.words)
  if (isSelfClosing(Build.from, Build.to)) return
  pushForeign(node, space | (space === SVG ? kindInSvg(name) : kindInMathml()))
}

function kindInSvg(name: i32): i32 {
  return name === Tag.FOREIGN_OBJECT || name === Tag.DESC || name === Tag.TITLE ? HOLDS_HTML : 0
}

function kindInMathml(): i32 {
  const tag = Build.tag
  if (tag === Tag.MI || tag === Tag.MO || tag === Tag.MN || tag === Tag.MS || tag === Tag.MTEXT)
    return HOLDS_TEXT
  if (tag !== Tag.ANNOTATION_XML) return 0
  return HOLDS_PICTURE | (holdsHtml(Build.from, Build.to) ? HOLDS_HTML : 0)
}

/** Whether the current element is an SVG or MathML element. */
export function isInForeign(): bool {
  return Open.top >= 0 && topTag() === FOREIGN
}

/** Whether the rules of foreign content apply to a text. */
export function isForeignText(): bool {
  return (kindOfTop() & (HOLDS_HTML | HOLDS_TEXT)) === 0
}

/** Whether the rules of foreign content apply to a start tag. */
export function isForeignTag(): bool {
  const kind = kindOfTop()
  if (kind & HOLDS_HTML || (kind & HOLDS_PICTURE && Build.tag === Tag.SVG)) return false
  return !(kind & HOLDS_TEXT) || Build.tag === Tag.MGLYPH || Build.tag === Tag.MALIGNMARK
}

export function startInForeign(): void {
  if (endsForeign()) {
    leaveForeign()
    startTag()
  } else insertForeign(kindOfTop() & (SVG | MATHML))
}

/** Whether a start tag always belongs to HTML. `font` does only with attributes of HTML. */
function endsForeign(): bool {
  return Build.tag === Tag.FONT ? isOldFont(Build.from, Build.to) : has(ENDS_FOREIGN, Build.tag)
}

/** Closes SVG and MathML elements, up to one that may contain HTML. */
function leaveForeign(): void {
  while (isInForeign() && isForeignText()) pop()
}

/** Closes the SVG or MathML element of this name; if none is open, the tag is treated as HTML. */
export function endInForeign(): void {
  const tag = Build.tag
  if (tag === Tag.P || tag === Tag.BR) {
    leaveForeign()
    endTag()
    return
  }
  for (let index = Open.top; index >= 0 && tagAt(index) === FOREIGN && spend(1); index--) {
    if (lowerOf(nameOf(nodeAt(index))) === tag) {
      popFrom(index)
      return
    }
  }
  endTag()
}
