import {
  BANG,
  BRACKET,
  byteAt,
  CLOSE,
  DASH,
  endsName,
  find,
  isSameFolded,
  isWord,
  OPEN,
  Page,
  SLASH,
} from './characters.ts'

/** Returns the offset after a comment whose `<!--` starts here. */
export function endOfComment(from: i32): i32 {
  const start = from + 4
  if (byteAt(start) === CLOSE) return start + 1
  if (byteAt(start) === DASH && byteAt(start + 1) === CLOSE) return start + 2
  for (let at = find(CLOSE, start); at < Page.length; at = find(CLOSE, at + 1)) {
    const end = byteAt(at - 1) === BANG ? at - 1 : at
    if (isTwice(end - 2, DASH) && end - 2 >= start) return at + 1
  }
  return Page.length
}

/**
 * Returns the offset of the `]]>` of a CDATA section whose content starts here, or the length of the page if there is none.
 */
export function endOfSection(from: i32): i32 {
  for (let at = find(CLOSE, from); at < Page.length; at = find(CLOSE, at + 1)) {
    if (at - 2 >= from && isTwice(at - 2, BRACKET)) return at - 2
  }
  return Page.length
}

function isTwice(at: i32, code: i32): bool {
  return byteAt(at) === code && byteAt(at + 1) === code
}

/** Returns the offset after a bogus comment, which ends with the next `>`. */
export function endOfBogus(from: i32): i32 {
  return min(find(CLOSE, from) + 1, Page.length)
}

/**
 * Returns the offset of the end tag of an element that contains only text, or the length of the page if there is none.
 * `name` is the offset of the name in its start tag.
 */
export function endOfRawText(from: i32, name: i32, length: i32): i32 {
  let at = find(OPEN, from)
  while (at < Page.length && !isEndTag(at, name, length)) at = find(OPEN, at + 1)
  return at
}

function isEndTag(at: i32, name: i32, length: i32): bool {
  if (byteAt(at + 1) !== SLASH || at + 2 + length >= Page.length) return false
  return isSameFolded(at + 2, name, length) && endsName(byteAt(at + 2 + length))
}

const SCRIPT: StaticArray<u8> = [115, 99, 114, 105, 112, 116]

/**
 * Returns the offset of the end tag of a script. Inside a comment, the script may contain another script with an end tag of
 * its own: the tokenizer states "script data escaped" and "script data double escaped".
 */
export function endOfScript(from: i32): i32 {
  for (let at = find(OPEN, from); at < Page.length; at = find(OPEN, at + 1)) {
    if (isScriptEnd(at)) return at
    if (isCommentStart(at)) return endOfEscapedScript(at)
  }
  return Page.length
}

function endOfEscapedScript(from: i32): i32 {
  let inComment = false
  let inScript = false
  for (let at = from; at < Page.length; at++) {
    const code = byteAt(at)
    if (code === DASH) {
      if (isTwice(at, DASH) && byteAt(at + 2) === CLOSE) inComment = inScript = false
    } else if (code !== OPEN) continue
    else if (isCommentStart(at)) {
      inComment = true
      // The dashes of `<!--` may also be those of `-->`.
      at++
    } else if (isScript(at + 1)) inScript = inComment
    else if (isScriptEnd(at)) {
      if (!inScript) return at
      inScript = false
    }
  }
  return Page.length
}

function isCommentStart(at: i32): bool {
  return byteAt(at + 1) === BANG && isTwice(at + 2, DASH)
}

function isScriptEnd(at: i32): bool {
  return byteAt(at + 1) === SLASH && isScript(at + 2)
}

/** Whether the name of a tag is `script`, ignoring case. */
function isScript(at: i32): bool {
  const end = at + SCRIPT.length
  return end < Page.length && isWord(at, SCRIPT) && endsName(byteAt(end))
}
