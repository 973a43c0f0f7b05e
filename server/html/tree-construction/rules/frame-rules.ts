import { Build, Mode } from '../build.ts'
import { isWord } from '../characters.ts'
import { isHidden, isShown } from '../host.ts'
import { append, insert } from '../insert.ts'
import { mergeAttributes } from '../merge-attributes.ts'
import { addMode, ignore, onEnd, onStart } from '../modes.ts'
import { move } from '../moves.ts'
import { nodeAt, Open, pop, popFrom, tagAt, topTag } from '../open-elements.ts'
import { has, IS_CONTENT } from '../tag-flags.ts'
import { Tag } from '../tags.ts'
import { blanksOnly, insertText } from '../text-elements.ts'
import { fromOf, furtherTags, NOWHERE, nameOf, parentOf, RAW_TEXT, setParent, Tree, toOf } from '../tree.ts'

/** `<body` */
const BODY: StaticArray<u8> = [60, 98, 111, 100, 121]

export function startFrames(): void {
  insert()
  Build.mode = Mode.InFrameset
}

/** Replaces the body with a `frameset`, if the body has no content yet. */
export function replaceBody(): void {
  Build.hasContent = Build.hasContent || Open.top < 1 || tagAt(1) !== Tag.BODY || isContent(nodeAt(1))
  if (Build.hasContent) return
  setParent(nodeAt(1), NOWHERE)
  move(nodeAt(1), Tree.count)
  popFrom(1)
  startFrames()
}

/** Whether the body has a tag of its own, or contains anything that frames would hide. */
function isContent(body: i32): bool {
  if (hasFurtherTags(body) || hasTag(body)) return true
  for (let node = body + 1; node < Tree.count; node++) if (isContentNode(node)) return true
  return false
}

function hasTag(body: i32): bool {
  const at = fromOf(body) - BODY.length
  return at >= 0 && isWord(at, BODY)
}

function hasFurtherTags(node: i32): bool {
  for (let index = 0; index < furtherTags.length; index += 3) if (furtherTags.at(index) === node) return true
  return false
}

function isContentNode(node: i32): bool {
  const name = nameOf(node)
  if (name === Tag.INPUT) return !isHidden(fromOf(node), toOf(node))
  if (name > 0) return has(IS_CONTENT, name)
  if (name === RAW_TEXT || nameOf(parentOf(node)) === Tag.TITLE) return false
  return isShown(name, fromOf(node), toOf(node))
}

function endFrames(): void {
  if (Open.top > 0) pop()
  if (topTag() !== Tag.FRAMESET) Build.mode = Mode.AfterFrameset
}

addMode(Mode.InFrameset, ignore, ignore, blanksOnly)
onStart(Mode.InFrameset, [Tag.HTML], mergeAttributes)
onStart(Mode.InFrameset, [Tag.FRAMESET], insert)
onStart(Mode.InFrameset, [Tag.FRAME], append)
onStart(Mode.InFrameset, [Tag.NOFRAMES], insertText)
onEnd(Mode.InFrameset, [Tag.FRAMESET], endFrames)

addMode(Mode.AfterFrameset, ignore, ignore, blanksOnly)
onStart(Mode.AfterFrameset, [Tag.HTML], mergeAttributes)
onStart(Mode.AfterFrameset, [Tag.NOFRAMES], insertText)
