import { AMPERSAND, skipBlank } from '../scan/characters.ts'
import { endOfRawText, endOfScript } from '../scan/skip.ts'
import type { Source } from '../scan/source.ts'
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
  const { text } = source
  const name = tree.names.texts[tag]!
  insert(build)
  if (tag === TAG.TEXTAREA) skipLineBreak(build)
  const end = tag === TAG.SCRIPT ? endOfScript(source, build.at) : endOfRawText(source, build.at, name)
  appendRawText(build, end, DECODED.has(tag))
  pop(build.open)
  build.at = end === text.length ? end : Math.min(endOfTag(source, end + 2 + name.length) + 1, text.length)
}

/** A line break that is written as a reference, and is no part of a longer number. */
const LINE_BREAK = /&(?:#0*10(?![0-9]);?|#x0*a(?![0-9a-f]);?|NewLine;)/iy

/** A line break right behind some start tags is no part of the content. */
export function skipLineBreak(build: Build): void {
  const { codes, text } = build.source
  const { at } = build
  LINE_BREAK.lastIndex = at
  if (codes[at] === RETURN && codes[at + 1] === LINE_FEED) build.at += 2
  else if (codes[at] === RETURN || codes[at] === LINE_FEED) build.at++
  else if (codes[at] === AMPERSAND && LINE_BREAK.test(text)) build.at = LINE_BREAK.lastIndex
}

/** White space that is written as a reference. */
const BLANK =
  /&(?:#0*(?:9|10|12|13|32)(?![0-9]);?|#[xX]0*(?:9|[aA]|[cC]|[dD]|20)(?![0-9a-fA-F]);?|Tab;|NewLine;)/y

/** The first place from here on that is no white space, however that is written; `to` at most. */
export function endOfBlank({ codes, text }: Source, from: number, to: number): number {
  let at = skipBlank(codes, from, to)
  while (at < to && codes[at] === AMPERSAND) {
    BLANK.lastIndex = at
    if (!BLANK.test(text)) return at
    at = skipBlank(codes, BLANK.lastIndex, to)
  }
  return at
}

/** Cuts the white space before the text at hand off it, and gives where it starts; nothing may be left. */
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
