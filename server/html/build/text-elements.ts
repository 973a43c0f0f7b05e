import { AMPERSAND, skipBlank } from '../scan/characters.ts'
import { endOfRawText } from '../scan/skip.ts'
import { endOfTag } from '../scan/tags.ts'
import { TAG } from '../tree/names.ts'
import { appendRawText, type Build, handOver, insert, type Rule } from './build.ts'
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
  const end = endOfRawText(source, build.at, name)
  if (tag === TAG.SCRIPT && hidesEndTag(text, build.at, end)) handOver(build, 'a script in a comment')
  appendRawText(build, end, DECODED.has(tag))
  pop(build.open)
  build.at = end === text.length ? end : Math.min(endOfTag(source, end + 2 + name.length) + 1, text.length)
}

/** Whether a script opens a comment and in it another script, whose end tag is not its own. */
function hidesEndTag(text: string, from: number, end: number): boolean {
  const script = text.slice(from, end + 1)
  const comment = script.indexOf('<!--')
  return comment >= 0 && /<script[\s/>]/i.test(script.slice(comment))
}

/** A line break right behind some start tags is no part of the content. */
export function skipLineBreak(build: Build): void {
  const { codes, text } = build.source
  if (/^&(#|NewLine)/.test(text.slice(build.at, build.at + 8)))
    handOver(build, 'a line break that is written as a reference')
  if (codes[build.at] !== RETURN && codes[build.at] !== LINE_FEED) return
  build.at++
  if (codes[build.at - 1] === RETURN && codes[build.at] === LINE_FEED) build.at++
}

/** Cuts the white space before the text at hand off it, and gives where it starts; nothing may be left. */
export function cutBlank(build: Build): number {
  const start = build.from
  const { codes, text } = build.source
  build.from = skipBlank(codes, start, build.to)
  if (codes[build.from] === AMPERSAND && build.from < build.to) {
    if (/^&(#|Tab|NewLine)/.test(text.slice(build.from, build.from + 9)))
      handOver(build, 'white space that is written as a reference')
  }
  return start
}
