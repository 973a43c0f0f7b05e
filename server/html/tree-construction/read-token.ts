import { nextAttribute, Span, TAG_ENDS } from './attributes.ts'
import { Build, Mode } from './build.ts'
import {
  BANG,
  byteAt,
  CLOSE,
  DASH,
  find,
  isLetter,
  isWord,
  OPEN,
  Page,
  QUESTION,
  SLASH,
} from './characters.ts'
import { endInForeign, isForeignTag, isForeignText, isInForeign, startInForeign } from './foreign.ts'
import { isOldDoctype } from './host.ts'
import { addHere, appendKeptText } from './insert.ts'
import { endTag, startTag, text } from './modes.ts'
import { LastName, numberOf } from './names.ts'
import { Open } from './open-elements.ts'
import { endOfBogus, endOfComment, endOfSection } from './skip.ts'
import { RAW_TEXT } from './tree.ts'
import { NO_WORDS, wordsOf } from './words.ts'

/** Reads the text up to the next tag or comment, then the tag or comment. */
export function readToken(): void {
  const at = Build.at
  const next = nextMarkup(at)
  if (next > at) readText(at, next)
  Build.at = next
  if (next < Page.length) readMarkup(next)
}

function readText(from: i32, to: i32): void {
  Build.from = from
  Build.to = to
  if (isInForeign() && isForeignText()) appendKeptText()
  else text()
}

/** Returns the offset of the next `<` that is not text. */
function nextMarkup(from: i32): i32 {
  let at = find(OPEN, from)
  while (at < Page.length && !opensMarkup(at)) at = find(OPEN, at + 1)
  return at
}

function opensMarkup(at: i32): bool {
  const code = byteAt(at + 1)
  if (code === SLASH) return at + 2 < Page.length
  return isLetter(code) || code === BANG || code === QUESTION
}

function readMarkup(at: i32): void {
  const code = byteAt(at + 1)
  if (isLetter(code)) readTag(at + 1, false)
  else if (code === SLASH) readEndTag(at)
  else readNoElement(at)
}

function readEndTag(at: i32): void {
  const code = byteAt(at + 2)
  if (isLetter(code)) readTag(at + 2, true)
  else if (code === CLOSE) Build.at = at + 3
  else readBogus(at)
}

function readTag(nameAt: i32, isEnd: bool): void {
  if (nameAt >= Page.tagsTo) {
    Build.at = Page.length
    return
  }
  Build.tag = numberOf(nameAt)
  Build.from = LastName.to
  readTagEnd(Build.from)
  Build.at = Build.to + 1
  if (Build.to === Page.length) return
  if (isInForeign()) readForeignTag(isEnd)
  else if (isEnd) endTag()
  else startTag()
}

/** Finds the end of a tag whose attributes start here, and the bits of the words in its class and id. */
function readTagEnd(from: i32): void {
  Build.words = NO_WORDS
  Build.to = from
  if (byteAt(from) === CLOSE) return
  for (let at = nextAttribute(from); at !== TAG_ENDS; at = nextAttribute(at)) {
    if (isWordy(Span.nameFrom, Span.nameTo)) Build.words |= wordsOf(Span.valueFrom, Span.valueTo)
  }
  Build.to = Span.nameFrom
}

const CLASS: StaticArray<u8> = [99, 108, 97, 115, 115]
const ID: StaticArray<u8> = [105, 100]

/** Whether an attribute is `class` or `id`, ignoring case. */
function isWordy(from: i32, to: i32): bool {
  return to - from === CLASS.length ? isWord(from, CLASS) : to - from === ID.length && isWord(from, ID)
}

function readForeignTag(isEnd: bool): void {
  if (isEnd) endInForeign()
  else if (isForeignTag()) startInForeign()
  else startTag()
}

/** `doctype` */
const DOCTYPE: StaticArray<u8> = [100, 111, 99, 116, 121, 112, 101]

/** Reads a comment, a doctype, a CDATA section of foreign content, or a bogus comment. */
function readNoElement(at: i32): void {
  const isBang = byteAt(at + 1) === BANG
  if (isBang && byteAt(at + 2) === DASH && byteAt(at + 3) === DASH) {
    partTexts()
    Build.at = endOfComment(at)
  } else if (isBang && isWord(at + 2, DOCTYPE)) {
    Build.at = endOfBogus(at)
    if (Open.top < 0) readDoctype(at)
  } else if (isBang && isInForeign() && isForeignText() && isSection(at + 2)) readSection(at + 9)
  else readBogus(at)
}

function readBogus(at: i32): void {
  partTexts()
  Build.at = endOfBogus(at)
}

/** A comment separates the texts around it. A comment after the body is outside the body, so it does not. */
function partTexts(): void {
  if (Build.mode !== Mode.AfterBody) Build.isParted = true
}

/** `[CDATA[` */
const SECTION: StaticArray<u8> = [91, 67, 68, 65, 84, 65, 91]

function isSection(at: i32): bool {
  for (let i = 0; i < SECTION.length; i++) if (byteAt(at + i) !== SECTION[i]) return false
  return true
}

/** Reads a CDATA section, in which nothing is markup. */
function readSection(from: i32): void {
  const to = endOfSection(from)
  if (from < to) addHere(RAW_TEXT, from, to, NO_WORDS)
  Build.at = min(to + 3, Page.length)
}

/**
 * Reads a doctype. Only the first doctype before the first tag counts. The host decides, because only parse5 knows all
 * doctypes that request quirks mode.
 */
function readDoctype(at: i32): void {
  if (!Build.quirks || Build.tag > 0) return
  Build.quirks = isOldDoctype(at, Build.at)
}
