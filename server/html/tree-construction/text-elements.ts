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

/** Adds an element that contains only text, with its text and its end tag. */
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

/** Skips the line break directly after some start tags, which is not part of the content. */
export function skipLineBreak(): void {
  const code = byteAt(Build.at)
  if (code === RETURN && byteAt(Build.at + 1) === LINE_FEED) Build.at += 2
  else if (code === RETURN || code === LINE_FEED) Build.at++
  else if (code === AMPERSAND) Build.at += lengthOfLineBreak(Build.at, Page.length)
}

/** Returns the first offset from `from` on that is not white space, written directly or as a reference; at most `to`. */
export function endOfBlank(from: i32, to: i32): i32 {
  let at = skipBlank(from, to)
  while (at < to && byteAt(at) === AMPERSAND) {
    const length = lengthOfBlank(at, to)
    if (length === 0) return at
    at = skipBlank(at + length, to)
  }
  return at
}

/**
 * Removes the white space before the current text, which may become empty. Returns the offset where the white space starts.
 */
export function cutBlank(): i32 {
  const start = Build.from
  Build.from = endOfBlank(start, Build.to)
  return start
}

/** Adds the white space before the current text, and keeps the rest as the current text. Returns whether there is a rest. */
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

/** Adds only the white space of a text. */
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
