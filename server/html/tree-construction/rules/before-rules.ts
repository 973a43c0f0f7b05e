import { Build, blanks, Mode } from '../build.ts'
import { insert, insertImplied } from '../insert.ts'
import { mergeAttributes } from '../merge-attributes.ts'
import { addMode, endTag, ignore, onEnd, onStart, startTag, text } from '../modes.ts'
import { pop, topNode } from '../open-elements.ts'
import { Tag } from '../tags.ts'
import { appendBlank, cutBlank, insertText } from '../text-elements.ts'
import { addNode } from '../tree.ts'
import { NO_WORDS } from '../words.ts'
import { addHeadRules } from './head-rules.ts'

/** End tags that imply the elements before them, as start tags do. */
export const OPENING_ENDS: StaticArray<i32> = [Tag.BODY, Tag.HTML, Tag.BR]

// These open or close an element that a token implies; the token is then handled by the next mode.

export function openHtml(): void {
  insertImplied(Tag.HTML)
  Build.mode = Mode.BeforeHead
}

export function openHead(): void {
  insertImplied(Tag.HEAD)
  Build.head = topNode()
  Build.mode = Mode.InHead
}

export function closeHead(): void {
  pop()
  Build.mode = Mode.AfterHead
}

export function openBody(): void {
  placeBlanks()
  insertImplied(Tag.BODY)
  Build.mode = Mode.InBody
}

/** Inserts the white space between head and body, after everything that was still added to the head. */
export function placeBlanks(): void {
  for (let index = 0; index < blanks.length; index += 3)
    addNode(blanks.at(index), topNode(), blanks.at(index + 1), blanks.at(index + 2), NO_WORDS)
}

/** Removes the white space before a text. Returns false if nothing follows it. */
function hasText(): bool {
  cutBlank()
  return Build.from < Build.to
}

function startHtml(): void {
  insert()
  Build.mode = Mode.BeforeHead
}

function startAfterHtml(): void {
  openHtml()
  startTag()
}

function endAfterHtml(): void {
  openHtml()
  endTag()
}

function textAfterHtml(): void {
  if (!hasText()) return
  openHtml()
  text()
}

addMode(Mode.BeforeHtml, startAfterHtml, ignore, textAfterHtml)
onStart(Mode.BeforeHtml, [Tag.HTML], startHtml)
onEnd(Mode.BeforeHtml, [Tag.HEAD], endAfterHtml)
onEnd(Mode.BeforeHtml, OPENING_ENDS, endAfterHtml)

function startHead(): void {
  insert()
  Build.head = topNode()
  Build.mode = Mode.InHead
}

function startInNewHead(): void {
  openHead()
  startTag()
}

function endInNewHead(): void {
  openHead()
  endTag()
}

function textInNewHead(): void {
  if (!hasText()) return
  openHead()
  text()
}

addMode(Mode.BeforeHead, startInNewHead, ignore, textInNewHead)
onStart(Mode.BeforeHead, [Tag.HTML], mergeAttributes)
onStart(Mode.BeforeHead, [Tag.HEAD], startHead)
onEnd(Mode.BeforeHead, [Tag.HEAD], endInNewHead)
onEnd(Mode.BeforeHead, OPENING_ENDS, endInNewHead)

function startAfterHead(): void {
  closeHead()
  startTag()
}

function endAfterHead(): void {
  closeHead()
  endTag()
}

/** Keeps white space in the head; any other text closes the head. */
function headText(): void {
  if (!appendBlank()) return
  closeHead()
  text()
}

addMode(Mode.InHead, startAfterHead, ignore, headText)
addHeadRules(Mode.InHead)
onStart(Mode.InHead, [Tag.HTML], mergeAttributes)
onStart(Mode.InHead, [Tag.NOSCRIPT], insertText)
onStart(Mode.InHead, [Tag.HEAD], ignore)
onEnd(Mode.InHead, [Tag.HEAD], closeHead)
onEnd(Mode.InHead, OPENING_ENDS, endAfterHead)
