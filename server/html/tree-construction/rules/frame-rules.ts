import { findIn } from '../../read/attributes.ts'
import { readCharacters } from '../../read/characters.ts'
import { isFolded } from '../../scan/characters.ts'
import { TAG } from '../../tree/names.ts'
import { move } from '../../tree/reorder.ts'
import { NOWHERE, RAW_TEXT } from '../../tree/tree.ts'
import type { Build, Rule } from '../build.ts'
import { append, insert } from '../insert.ts'
import { mergeAttributes } from '../merge-attributes.ts'
import { createMode, ignore } from '../mode.ts'
import { pop, popFrom, topTag } from '../open-elements.ts'
import { has, tagSet } from '../tag-sets.ts'
import { blanksOnly, insertText } from '../text-elements.ts'

/** Elements with which a page has content, so that frames come too late: "set the frameset-ok flag to not ok". */
const CONTENT = tagSet(
  [TAG.PRE, TAG.LISTING, TAG.LI, TAG.DD, TAG.DT, TAG.BUTTON, TAG.APPLET, TAG.MARQUEE, TAG.OBJECT].concat(
    [TAG.TABLE, TAG.AREA, TAG.BR, TAG.EMBED, TAG.IMG, TAG.KEYGEN, TAG.WBR, TAG.HR, TAG.TEXTAREA, TAG.XMP],
    [TAG.IFRAME, TAG.SELECT, TAG.INPUT],
  ),
)

export const startFrames: Rule = build => {
  insert(build)
  build.mode = build.modes.inFrameset
}

/** Frames take the place of a body that has no content so far. */
export const replaceBody: Rule = build => {
  const { open, tree, moves } = build
  build.hasContent ||= open.tags[1] !== TAG.BODY || isContent(build)
  if (build.hasContent) return
  tree.parent[open.nodes[1]!] = NOWHERE
  move(moves, open.nodes[1]!, tree.count)
  popFrom(open, 1)
  startFrames(build)
}

/** Whether the body has a tag of its own, or anything in it that frames would hide. */
function isContent(build: Build): boolean {
  const { open, tree, source } = build
  const body = open.nodes[1]!
  const { from, to, name, count, more } = tree
  if (more.has(body) || isFolded(source.bytes, from[body]! - 5, '<body')) return true
  for (let node = body + 1; node < count; node++) {
    if (name[node] === TAG.INPUT) {
      if (findIn(source, from[node]!, to[node]!, 'type')?.toLowerCase() !== 'hidden') return true
    } else if (name[node]! > 0 ? has(CONTENT, name[node]!) : isShown(build, node)) return true
  }
  return false
}

function isShown({ tree }: Build, text: number): boolean {
  const { name, parent } = tree
  if (name[text] === RAW_TEXT || name[parent[text]!] === TAG.TITLE) return false
  return /[^\t\n\f\r \ufffd]/.test(readCharacters(tree, text))
}

const endFrames: Rule = build => {
  if (build.open.top > 0) pop(build.open)
  if (topTag(build.open) !== TAG.FRAMESET) build.mode = build.modes.afterFrameset
}

export const inFrameset = createMode({
  start: [
    [[TAG.HTML], mergeAttributes],
    [[TAG.FRAMESET], insert],
    [[TAG.FRAME], append],
    [[TAG.NOFRAMES], insertText],
  ],
  otherStart: ignore,
  end: [[[TAG.FRAMESET], endFrames]],
  otherEnd: ignore,
  text: blanksOnly,
})

export const afterFrameset = createMode({
  start: [
    [[TAG.HTML], mergeAttributes],
    [[TAG.NOFRAMES], insertText],
  ],
  otherStart: ignore,
  end: [],
  otherEnd: ignore,
  text: blanksOnly,
})
