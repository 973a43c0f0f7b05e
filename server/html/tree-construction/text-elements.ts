import { AMPERSAND, skipBlank } from '../scan/characters.ts'
import { endOfRawText, endOfScript } from '../scan/skip.ts'
import { cut, type Source } from '../scan/source.ts'
import { endOfTag } from '../scan/tags.ts'
import { TAG } from '../tree/names.ts'
import type { Build, Rule } from './build.ts'
import { appendRawText, appendText, insert } from './insert.ts'
import { pop } from './open-elements.ts'

/** Elements whose content is text in which character references count. */
const DECODED = new Set<number>([TAG.TITLE, TAG.TEXTAREA])

const LINE_FEED = 10

const RETURN = 13

/** Adds an element whose content is only text, with all of it up to its end tag. */
export const insertText: Rule = build => {
  const { source, tree, tag } = build
  const { length } = source.bytes
  const name = tree.names.texts[tag]!
  insert(build)
  if (tag === TAG.TEXTAREA) skipLineBreak(build)
  const end = tag === TAG.SCRIPT ? endOfScript(source, build.at) : endOfRawText(source, build.at, name)
  appendRawText(build, end, DECODED.has(tag))
  pop(build.open)
  build.at = end === length ? end : Math.min(endOfTag(source, end + 2 + name.length) + 1, length)
}

/** A line break that is written as a reference, and is no part of a longer number. */
const LINE_BREAK = /^&(?:#0*10(?![0-9]);?|#x0*a(?![0-9a-f]);?|NewLine;)/i

/** A line break right behind some start tags is no part of the content. */
export function skipLineBreak(build: Build): void {
  const { source, at } = build
  const { bytes } = source
  if (bytes[at] === RETURN && bytes[at + 1] === LINE_FEED) build.at += 2
  else if (bytes[at] === RETURN || bytes[at] === LINE_FEED) build.at++
  else build.at += lengthOf(LINE_BREAK, source, at, bytes.length)
}

/** White space that is written as a reference. */
const BLANK =
  /^&(?:#0*(?:9|10|12|13|32)(?![0-9]);?|#[xX]0*(?:9|[aA]|[cC]|[dD]|20)(?![0-9a-fA-F]);?|Tab;|NewLine;)/

/** The first place from here on that is no white space, however that is written; `to` at most. */
export function endOfBlank(source: Source, from: number, to: number): number {
  const { bytes } = source
  let at = skipBlank(bytes, from, to)
  for (let length = 1; length > 0 && at < to; at = skipBlank(bytes, at + length, to))
    length = lengthOf(BLANK, source, at, to)
  return at
}

/** No reference that counts is longer, but for one with dozens of zeros. */
const LONGEST = 64

/** How long a character reference of this kind is that starts here; 0 where there is none. */
function lengthOf(reference: RegExp, source: Source, at: number, to: number): number {
  if (source.bytes[at] !== AMPERSAND) return 0
  return reference.exec(cut(source, at, Math.min(at + LONGEST, to)))?.[0].length ?? 0
}

/** Cuts the white space before the current text off it, and returns where it starts; nothing may be left. */
export function cutBlank(build: Build): number {
  const start = build.from
  build.from = endOfBlank(build.source, start, build.to)
  return start
}

/** Of text only the white space is kept. */
export const blanksOnly: Rule = build => {
  const { source, to } = build
  for (let at = build.from; at < to; at++) {
    const end = endOfBlank(source, at, to)
    if (at < end) appendText(Object.assign(build, { from: at, to: end }))
    at = end
  }
}
