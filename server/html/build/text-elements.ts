import { endOfRawText, endOfTag, skipBlank } from '../scan/scan.ts'
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
  const name = tree.names.texts[tag]!
  insert(build)
  if (tag === TAG.TEXTAREA) skipLineBreak(build)
  const end = endOfRawText(source, build.at, name)
  if (tag === TAG.SCRIPT && hidesEndTag(source, build.at, end)) handOver(build, 'a script in a comment')
  appendRawText(build, end, DECODED.has(tag))
  pop(build.open)
  build.at =
    end === source.length ? end : Math.min(endOfTag(source, end + 2 + name.length) + 1, source.length)
}

/** Whether a script opens a comment and in it another script, whose end tag is not its own. */
function hidesEndTag(source: string, from: number, end: number): boolean {
  const comment = source.indexOf('<!--', from)
  return comment >= 0 && comment < end && /<script[\s/>]/i.test(source.slice(comment, end + 1))
}

/** A line break right behind some start tags is no part of the content. */
export function skipLineBreak(build: Build): void {
  const { source } = build
  if (/^&(#|NewLine)/.test(source.slice(build.at, build.at + 8)))
    handOver(build, 'a line break that is written as a reference')
  if (source.charCodeAt(build.at) === RETURN) build.at++
  else if (source.charCodeAt(build.at) === LINE_FEED) build.at++
  else return
  if (source.charCodeAt(build.at - 1) === RETURN && source.charCodeAt(build.at) === LINE_FEED) build.at++
}

/** Cuts the white space before the text at hand off it, and gives where it starts; nothing may be left. */
export function cutBlank(build: Build): number {
  const start = build.from
  build.from = skipBlank(build.source, start, build.to)
  if (build.source.charCodeAt(build.from) === 38 && build.from < build.to) {
    if (/^&(#|Tab|NewLine)/.test(build.source.slice(build.from, build.from + 9)))
      handOver(build, 'white space that is written as a reference')
  }
  return start
}
