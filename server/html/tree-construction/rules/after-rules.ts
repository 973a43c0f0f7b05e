import { Build, blanks, Mode } from '../build.ts'
import { append, insert } from '../insert.ts'
import { mergeAttributes } from '../merge-attributes.ts'
import { addMode, endTag, ignore, onEnd, onStart, startTag, text } from '../modes.ts'
import { Open, pop, push, splice } from '../open-elements.ts'
import { Tag } from '../tags.ts'
import { cutBlank, endOfBlank, insertText } from '../text-elements.ts'
import { MORE_TEXT, TEXT } from '../tree.ts'
import { closeHead, OPENING_ENDS, openBody, openHead, openHtml, placeBlanks } from './before-rules.ts'
import { bodyText } from './body-starts.ts'
import { startFrames } from './frame-rules.ts'
import { addTemplateRules, HEAD_TEXT, HEAD_VOID, startTemplate } from './head-rules.ts'

function startInNewBody(): void {
  openBody()
  startTag()
}

function endInNewBody(): void {
  openBody()
  endTag()
}

function betweenText(): void {
  const start = cutBlank()
  if (Build.from > start) {
    blanks.push(blanks.length > 0 && !Build.isParted ? MORE_TEXT : TEXT)
    blanks.push(start)
    blanks.push(Build.from)
    Build.isParted = false
  }
  if (Build.from === Build.to) return
  openBody()
  text()
}

function startBody(): void {
  placeBlanks()
  insert()
  Build.mode = Mode.InBody
}

// Elements that belong in the head are inserted there even after its end tag.

function appendToHead(): void {
  push(Build.head, Tag.HEAD)
  append()
  pop()
}

function insertTextIntoHead(): void {
  push(Build.head, Tag.HEAD)
  insertText()
  pop()
}

function templateIntoHead(): void {
  push(Build.head, Tag.HEAD)
  startTemplate()
  splice(Open.top - 1, 1, 0, 0)
}

addMode(Mode.AfterHead, startInNewBody, ignore, betweenText)
addTemplateRules(Mode.AfterHead)
onStart(Mode.AfterHead, HEAD_VOID, appendToHead)
onStart(Mode.AfterHead, HEAD_TEXT, insertTextIntoHead)
onStart(Mode.AfterHead, [Tag.TEMPLATE], templateIntoHead)
onStart(Mode.AfterHead, [Tag.HTML], mergeAttributes)
onStart(Mode.AfterHead, [Tag.BODY], startBody)
onStart(Mode.AfterHead, [Tag.FRAMESET], startFrames)
onStart(Mode.AfterHead, [Tag.HEAD], ignore)
onEnd(Mode.AfterHead, OPENING_ENDS, endInNewBody)

function startAfterBody(): void {
  Build.mode = Mode.InBody
  startTag()
}

function endAfterBody(): void {
  Build.mode = Mode.InBody
  endTag()
}

function afterBodyText(): void {
  if (endOfBlank(Build.from, Build.to) < Build.to) Build.mode = Mode.InBody
  bodyText()
}

addMode(Mode.AfterBody, startAfterBody, endAfterBody, afterBodyText)
onStart(Mode.AfterBody, [Tag.HTML], mergeAttributes)
onEnd(Mode.AfterBody, [Tag.HTML], ignore)

/** Opens the elements that every page has, at the end of a page that lacks them. */
export function openMissing(): void {
  if (Build.mode === Mode.BeforeHtml) openHtml()
  if (Build.mode === Mode.BeforeHead) openHead()
  if (Build.mode === Mode.InHead) closeHead()
  if (Build.mode === Mode.AfterHead) openBody()
}
