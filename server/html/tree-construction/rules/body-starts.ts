import { Build, inTemplate, Mode } from '../build.ts'
import { Page } from '../characters.ts'
import { closeElement, closeImplied, NONE } from '../close.ts'
import { insertMathml, insertSvg } from '../foreign.ts'
import { formatting, insertFormatting, lastActive, openIndex, reconstruct, setMarker } from '../formatting.ts'
import { append, appendRawText, appendText, insert } from '../insert.ts'
import {
  barrierAt,
  inButtonScope,
  inScope,
  lastOf,
  Open,
  pop,
  popThrough,
  splice,
  tagAt,
  topNode,
  topTag,
} from '../open-elements.ts'
import { HEADING, has } from '../tag-flags.ts'
import { Tag } from '../tags.ts'
import { insertText, skipLineBreak } from '../text-elements.ts'
import { endFormatting } from './body-ends.ts'

function closeParagraph(): void {
  if (inButtonScope(Tag.P)) closeElement(Tag.P, Tag.P)
}

export function bodyText(): void {
  reconstruct()
  appendText()
}

export function startBlock(): void {
  closeParagraph()
  insert()
}

export function startOther(): void {
  reconstruct()
  insert()
}

export function startFormatting(): void {
  reconstruct()
  insertFormatting()
}

export function startEmpty(): void {
  reconstruct()
  append()
}

export function startRule(): void {
  closeParagraph()
  if (inScope(Tag.SELECT)) closeImplied(NONE)
  append()
}

export function startInput(): void {
  if (inScope(Tag.SELECT)) popThrough(Tag.SELECT)
  startEmpty()
}

/** Reads the whole rest of the page as text. */
export function startPlainText(): void {
  closeParagraph()
  insert()
  if (Build.at < Page.length) reconstruct()
  appendRawText(Page.length, false)
  Build.at = Page.length
}

export function startXmp(): void {
  closeParagraph()
  reconstruct()
  insertText()
}

export function startNoscript(): void {
  if (Build.opensNoscript) startOther()
  else insertText()
}

export function startHeading(): void {
  closeParagraph()
  if (has(HEADING, topTag())) pop()
  insert()
}

export function startPre(): void {
  closeParagraph()
  insert()
  skipLineBreak()
}

export function startListItem(): void {
  startItem(lastOf(Tag.LI))
}

export function startTerm(): void {
  startItem(max(lastOf(Tag.DD), lastOf(Tag.DT)))
}

/** Closes the open item of the same list, unless another block is open inside it. */
function startItem(index: i32): void {
  if (index >= 0 && index >= barrierAt(Open.top)) closeElement(tagAt(index), tagAt(index))
  closeParagraph()
  insert()
}

export function startForm(): void {
  if (Build.form !== 0 && !inTemplate()) return
  closeParagraph()
  insert()
  if (!inTemplate()) Build.form = topNode()
}

export function startButton(): void {
  if (inScope(Tag.BUTTON)) closeElement(Tag.BUTTON, NONE)
  reconstruct()
  insert()
}

export function startAnchor(): void {
  const active = lastActive(Tag.A)
  if (active >= 0) {
    const anchor = formatting.at(active)
    endFormatting()
    const index = openIndex(anchor)
    if (index >= 0) splice(index, 1, 0, 0)
    const still = formatting.indexOf(anchor)
    if (still >= 0) formatting.remove(still)
  }
  reconstruct()
  insertFormatting()
}

export function startNobr(): void {
  reconstruct()
  if (inScope(Tag.NOBR)) {
    endFormatting()
    reconstruct()
  }
  insertFormatting()
}

export function startBounded(): void {
  reconstruct()
  insert()
  setMarker()
}

export function startTable(): void {
  if (!Build.quirks) closeParagraph()
  insert()
  Build.mode = Mode.InTable
}

/** Starts a select, or ends the one that is open. */
export function startSelect(): void {
  if (inScope(Tag.SELECT)) popThrough(Tag.SELECT)
  else startOther()
}

export function startOption(): void {
  startChoice(Tag.OPTGROUP)
}

export function startGroup(): void {
  startChoice(NONE)
}

/** In a select, closes what may stay open before it, except `except`; elsewhere only an option. */
function startChoice(except: i32): void {
  if (inScope(Tag.SELECT)) closeImplied(except)
  else if (topTag() === Tag.OPTION) pop()
  startOther()
}

/** Starts a ruby base. */
export function startBase(): void {
  startRuby(NONE)
}

/** Starts a ruby annotation. */
export function startAnnotation(): void {
  startRuby(Tag.RTC)
}

function startRuby(except: i32): void {
  if (inScope(Tag.RUBY)) closeImplied(except)
  insert()
}

export function startImage(): void {
  reconstruct()
  Build.tag = Tag.IMG
  append()
}

export function startPicture(): void {
  reconstruct()
  insertSvg()
}

export function startFormula(): void {
  reconstruct()
  insertMathml()
}
