import { BANG, CLOSE, DASH, endsName, isFolded, OPEN, SLASH } from './characters.ts'
import type { Source } from './source.ts'

/** The place behind a comment whose `<!--` is here. */
export function endOfComment({ bytes }: Source, from: number): number {
  const start = from + 4
  if (bytes[start] === CLOSE) return start + 1
  if (bytes[start] === DASH && bytes[start + 1] === CLOSE) return start + 2
  for (let at = bytes.indexOf(CLOSE, start); at >= 0; at = bytes.indexOf(CLOSE, at + 1)) {
    const end = bytes[at - 1] === BANG ? at - 1 : at
    if (isTwice(bytes, end - 2, DASH) && end - 2 >= start) return at + 1
  }
  return bytes.length
}

/** The place of the `]]>` of a section whose content starts here; the length of the source where there is none. */
export function endOfSection({ bytes }: Source, from: number): number {
  for (let at = bytes.indexOf(CLOSE, from); at >= 0; at = bytes.indexOf(CLOSE, at + 1)) {
    if (isTwice(bytes, at - 2, BRACKET) && at - 2 >= from) return at - 2
  }
  return bytes.length
}

const BRACKET = 93

const isTwice = (bytes: Uint8Array, at: number, code: number) => bytes[at] === code && bytes[at + 1] === code

/** The place behind what only looks like a comment or a tag: it ends with the next `>`. */
export function endOfBogus({ bytes }: Source, from: number): number {
  const end = bytes.indexOf(CLOSE, from)
  return end < 0 ? bytes.length : end + 1
}

/** The place of the end tag of an element whose content is only text; the length of the source where there is none. */
export function endOfRawText({ bytes }: Source, from: number, name: string): number {
  let at = bytes.indexOf(OPEN, from)
  while (at >= 0 && !isEndTag(bytes, at, name)) at = bytes.indexOf(OPEN, at + 1)
  return at < 0 ? bytes.length : at
}

/**
 * The place of the end tag of a script. In a comment it may hold a script of its own, whose end tag is not its: the
 * tokenizer states "script data escaped" and "script data double escaped".
 */
export function endOfScript({ bytes }: Source, from: number): number {
  for (let at = bytes.indexOf(OPEN, from); at >= 0; at = bytes.indexOf(OPEN, at + 1)) {
    if (isEndTag(bytes, at, SCRIPT)) return at
    if (isCommentStart(bytes, at)) return endOfEscapedScript(bytes, at)
  }
  return bytes.length
}

const SCRIPT = 'script'

function endOfEscapedScript(bytes: Uint8Array, from: number): number {
  let inComment = false
  let inScript = false
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === DASH) {
      if (isTwice(bytes, at, DASH) && bytes[at + 2] === CLOSE) inComment = inScript = false
    } else if (bytes[at] !== OPEN) continue
    else if (isCommentStart(bytes, at)) {
      inComment = true
      // Its dashes may be those of its end.
      at++
    } else if (isNamed(bytes, at + 1, SCRIPT)) inScript = inComment
    else if (isEndTag(bytes, at, SCRIPT)) {
      if (!inScript) return at
      inScript = false
    }
  }
  return bytes.length
}

const isCommentStart = (bytes: Uint8Array, at: number) =>
  bytes[at + 1] === BANG && isTwice(bytes, at + 2, DASH)

const isEndTag = (bytes: Uint8Array, at: number, name: string) =>
  bytes[at + 1] === SLASH && isNamed(bytes, at + 2, name)

/** Whether a tag has this name, in any case. */
const isNamed = (bytes: Uint8Array, at: number, name: string) =>
  at + name.length < bytes.length && isFolded(bytes, at, name) && endsName(bytes[at + name.length]!)
