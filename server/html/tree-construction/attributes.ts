import {
  APOSTROPHE,
  byteAt,
  CLOSE,
  EQUALS,
  endsName,
  find,
  isBlank,
  Page,
  QUOTE,
  SLASH,
} from './characters.ts'

/** The attribute that was read last, as places of the page. */
export class Span {
  static nameFrom: i32 = 0
  static nameTo: i32 = 0
  static valueFrom: i32 = 0
  static valueTo: i32 = 0
}

/** Where the tag is when `nextAttribute` found its end. */
export const TAG_ENDS: i32 = -1

/**
 * Reads the attribute at or after `from` and returns the place behind it; `TAG_ENDS` where there is none before the
 * end of the tag, with the place of its `>` in `nameFrom`; that is the length of the page where the tag is open. The rules are
 * those of `scan/attribute-spans.ts`, which finds an attribute again when it is asked for.
 */
export function nextAttribute(from: i32): i32 {
  Span.nameFrom = Page.length
  if (from >= Page.tagsTo) return TAG_ENDS
  // From here on each loop reaches a `>` at the latest.
  let at = from
  let code = byteAt(at)
  while (code === SLASH || isBlank(code)) code = byteAt(++at)
  Span.nameFrom = at
  if (code === CLOSE) return TAG_ENDS
  // A sign of equality that comes first is a part of the name.
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

/** The place of the `>` of a tag whose attributes start here; the length of the page where it never ends. */
export function endOfTag(from: i32): i32 {
  for (let at = from; at !== TAG_ENDS; ) at = nextAttribute(at)
  return Span.nameFrom
}

/** Whether a tag ends in `/>`, where that is no end of a value without quotes. */
export function isSelfClosing(from: i32, to: i32): bool {
  if (byteAt(to - 1) !== SLASH) return false
  let at = from
  for (let next = at; next !== TAG_ENDS; next = nextAttribute(at)) at = next
  return at < to
}
