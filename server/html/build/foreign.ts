import { foreignContent } from 'parse5'
import { isSelfClosing } from '../scan/tags.ts'
import { casedNumber, TAG } from '../tree/names.ts'
import { addNode } from '../tree/tree.ts'
import { type Build, endTag, handOver, type Rule, spend } from './build.ts'
import { FOREIGN, popFrom, push, topNode, topTag } from './open-elements.ts'
import { ENDS_FOREIGN, has } from './tag-sets.ts'

const CASED = foreignContent.SVG_TAG_NAMES_ADJUSTMENT_MAP
/** Elements of SVG that contain HTML. */
const CONTAINS_HTML = new Set(['foreignObject', 'desc', 'title'])

/** Opens an element of SVG by the tag at hand. */
export const insertForeign: Rule = build => {
  const { tree, open, source, tag, from, to, words } = build
  const name = tree.names.texts[tag]!
  const cased = CASED.get(name)
  const node = addNode(tree, cased ? casedNumber(tree.names, cased) : tag, topNode(open), from, to, words)
  if (!isSelfClosing(source, from, to)) push(open, node, FOREIGN, CONTAINS_HTML.has(cased ?? name))
}

/** Whether the current element is one of SVG. */
export const isInForeign = ({ open }: Build): boolean => open.top >= 0 && topTag(open) === FOREIGN

/** Whether a start tag or a text goes by the rules of SVG. */
export const isForeign = ({ open }: Build): boolean =>
  topTag(open) === FOREIGN && open.scopes[open.top] !== open.top

export const startInForeign: Rule = build => {
  if (has(ENDS_FOREIGN, build.tag)) handOver(build, 'HTML in a picture')
  else insertForeign(build)
}

/** Closes the element of SVG of this name; without one it is a tag of HTML. */
export const endInForeign: Rule = build => {
  const { tree, open, tag } = build
  if (tag === TAG.P || tag === TAG.BR) return handOver(build, 'HTML in a picture')
  const name = tree.names.texts[tag]!
  let index = open.top
  for (; open.tags[index] === FOREIGN; index--) {
    const candidate = tree.names.texts[tree.name[open.nodes[index]!]!]!
    if (candidate === name || candidate === CASED.get(name)) return popFrom(open, index)
  }
  spend(build, open.top - index)
  endTag(build)
}
