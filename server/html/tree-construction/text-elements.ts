import { endOfTag } from './attributes.ts'
import { Build } from './build.ts'
import { AMPERSAND, byteAt, LINE_FEED, Page, RETURN, skipBlank } from './characters.ts'
import { lengthOfBlank, lengthOfLineBreak } from './host.ts'
import { appendRawText, appendText, insert } from './insert.ts'
import { lengthOfName } from './names.ts'
import { pop } from './open-elements.ts'
import { endOfRawText, endOfScript } from './skip.ts'
import { has, IS_DECODED } from './tag-flags.ts'
import { Tag } from './tags.ts'

/** Adds an element whose content is only text, with all of it up to its end tag. */
export function insertText(): void {
  const tag = Build.tag
  const length = lengthOfName(tag)
  insert()
  if (tag === Tag.TEXTAREA) skipLineBreak()
  const end = tag === Tag.SCRIPT ? endOfScript(Build.at) : endOfRawText(Build.at, Build.from - length, length)
  appendRawText(end, has(IS_DECODED, tag))
  pop()
  Build.at = end === Page.length ? end : min(endOfTag(end + 2 + length) + 1, Page.length)
}

/** A line break right behind some start tags is not part of the content. */
export function skipLineBreak(): void {
  const code = byteAt(Build.at)
  if (code === RETURN && byteAt(Build.at + 1) === LINE_FEED) Build.at += 2
  else if (code === RETURN || code === LINE_FEED) Build.at++
  else if (code === AMPERSAND) Build.at += lengthOfLineBreak(Build.at, Page.length)
}

/** The first place from here on that is no white space, however that is written; `to` at most. */
export function endOfBlank(from: i32, to: i32): i32 {
  let at = skipBlank(from, to)
  while (at < to && byteAt(at) === AMPERSAND) {
    const length = lengthOfBlank(at, to)
    if (length === 0) return at
    at = skipBlank(at + length, to)
  }
  return at
}

/** Cuts the white space before the current text off it, and returns where it starts; nothing may be left. */
export function cutBlank(): i32 {
  const start = Build.from
  Build.from = endOfBlank(start, Build.to)
  return start
}

/** Adds the white space before the current text, and leaves what follows it. True where something does. */
export function appendBlank(): bool {
  const to = Build.to
  const start = cutBlank()
  const rest = Build.from
  if (start < rest) {
    Build.from = start
    Build.to = rest
    appendText()
  }
  Build.from = rest
  Build.to = to
  return rest < to
}

/** Of text only the white space is kept. */
export function blanksOnly(): void {
  const to = Build.to
  for (let at = Build.from; at < to; at++) {
    const end = endOfBlank(at, to)
    if (at < end) {
      Build.from = at
      Build.to = end
      appendText()
    }
    at = end
  }
}
