import {
  AMPERSAND,
  APOSTROPHE,
  BEYOND_ASCII,
  byteAt,
  CLOSE,
  EQUALS,
  endsName,
  find,
  isBlank,
  isSame,
  isSameFolded,
  Page,
  QUOTE,
  RETURN,
  SLASH,
} from './characters.ts'

/** The offsets of the attribute that was read last. */
export class Span {
  static nameFrom: i32 = 0
  static nameTo: i32 = 0
  static valueFrom: i32 = 0
  static valueTo: i32 = 0
}

/** Returned by `nextAttribute` at the end of the tag. */
export const TAG_ENDS: i32 = -1

/**
 * Reads the attribute at or after `from` and returns the offset after it. If the tag has no further attribute, returns
 * `TAG_ENDS`, with the offset of its `>` in `nameFrom` (the length of the page if the tag never ends). The rules are those
 * of `scan/attribute-spans.ts`, which reads attributes again on demand.
 */
export function nextAttribute(from: i32): i32 {
  Span.nameFrom = Page.length
  if (from >= Page.tagsTo) return TAG_ENDS
  // From here on, each loop stops at a `>` at the latest.
  let at = from
  let code = byteAt(at)
  while (code === SLASH || isBlank(code)) code = byteAt(++at)
  Span.nameFrom = at
  if (code === CLOSE) return TAG_ENDS
  // An equals sign at the start is part of the name.
  do {
    code = byteAt(++at)
  } while (code !== EQUALS && !endsName(code))
  Span.nameTo = at
  while (isBlank(code)) code = byteAt(++at)
  if (code === EQUALS) return readValue(at + 1)
  Span.valueFrom = Span.nameTo
  Span.valueTo = Span.nameTo
  return at
}

function readValue(from: i32): i32 {
  let at = from
  let code = byteAt(at)
  while (isBlank(code)) code = byteAt(++at)
  if (code === QUOTE || code === APOSTROPHE) {
    Span.valueFrom = at + 1
    Span.valueTo = find(code, at + 1)
    return Span.valueTo + 1
  }
  Span.valueFrom = at
  while (code !== CLOSE && !isBlank(code)) code = byteAt(++at)
  Span.valueTo = at
  return at
}

/** Returns the offset of the `>` of a tag whose attributes start here, or the length of the page if it never ends. */
export function endOfTag(from: i32): i32 {
  for (let at = from; at !== TAG_ENDS; ) at = nextAttribute(at)
  return Span.nameFrom
}

/** Whether a tag ends in `/>`, unless the slash is part of an unquoted value. */
export function isSelfClosing(from: i32, to: i32): bool {
  if (byteAt(to - 1) !== SLASH) return false
  let at = from
  for (let next = at; next !== TAG_ENDS; next = nextAttribute(at)) at = next
  return at < to
}

/**
 * Whether two tags have a single, different attribute each. Compares names and values as written, so it returns false if
 * they contain references or other characters that need decoding.
 */
export function differInOne(from: i32, otherFrom: i32): bool {
  if (!readOnly(from)) return false
  const nameFrom = Span.nameFrom
  const nameTo = Span.nameTo
  const valueFrom = Span.valueFrom
  const valueTo = Span.valueTo
  if (!readOnly(otherFrom)) return false
  const nameLength = nameTo - nameFrom
  const isSameName =
    nameLength === Span.nameTo - Span.nameFrom && isSameFolded(nameFrom, Span.nameFrom, nameLength)
  const length = valueTo - valueFrom
  const isSameValue = length === Span.valueTo - Span.valueFrom && isSame(valueFrom, Span.valueFrom, length)
  return !(isSameName && isSameValue)
}

/** Reads the only attribute of a tag. Returns false if there are others, or if it needs decoding. */
function readOnly(from: i32): bool {
  const next = nextAttribute(from)
  return next !== TAG_ENDS && isEndOfTag(next) && isPlain(Span.nameFrom, Span.valueTo)
}

/** Whether a tag has no further attribute. */
function isEndOfTag(from: i32): bool {
  let at = from
  while (byteAt(at) === SLASH || isBlank(byteAt(at))) at++
  return byteAt(at) === CLOSE
}

function isPlain(from: i32, to: i32): bool {
  for (let at = from; at < to; at++) {
    const code = byteAt(at)
    if (code === AMPERSAND || code === RETURN || code === 0 || code >= BEYOND_ASCII) return false
  }
  return true
}
