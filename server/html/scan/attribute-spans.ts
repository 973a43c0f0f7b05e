import { APOSTROPHE, CLOSE, EQUALS, endsName, isBlankCode, QUOTE, SLASH } from './characters.ts'
import type { Source } from './source.ts'

/** One attribute of a tag, as places in the source. A plain record that is filled anew for each. */
export interface AttributeSpan {
  nameFrom: number
  nameTo: number
  valueFrom: number
  valueTo: number
}

export const createSpan = (): AttributeSpan => ({ nameFrom: 0, nameTo: 0, valueFrom: 0, valueTo: 0 })

/** Where the tag is when `nextAttribute` found its end. */
export const TAG_ENDS = -1

/**
 * Reads the attribute at or after `from` and returns the place behind it; `TAG_ENDS` where there is none before the
 * end of the tag, with the place of its `>` in `nameFrom`; that is the length of the source where the tag is open.
 * The rules are those of the tokenizer states "before attribute name" to "after attribute value (quoted)".
 */
export function nextAttribute(source: Source, from: number, span: AttributeSpan): number {
  const { bytes } = source
  span.nameFrom = bytes.length
  if (from >= source.tagsTo) return TAG_ENDS
  // From here on each loop reaches a `>` at the latest.
  let at = from
  let code = bytes[at]!
  while (code === SLASH || isBlankCode(code)) code = bytes[++at]!
  span.nameFrom = at
  if (code === CLOSE) return TAG_ENDS
  // A sign of equality that comes first is a part of the name.
  do code = bytes[++at]!
  while (code !== EQUALS && !endsName(code))
  span.nameTo = at
  while (isBlankCode(code)) code = bytes[++at]!
  if (code === EQUALS) return readValue(source, at + 1, span)
  span.valueFrom = span.nameTo
  span.valueTo = span.nameTo
  return at
}

function readValue(source: Source, from: number, span: AttributeSpan): number {
  const { bytes } = source
  let at = from
  let code = bytes[at]!
  while (isBlankCode(code)) code = bytes[++at]!
  if (code === QUOTE || code === APOSTROPHE) {
    span.valueFrom = at + 1
    span.valueTo = endOfQuote(source, at + 1, code)
    return span.valueTo + 1
  }
  span.valueFrom = at
  while (code !== CLOSE && !isBlankCode(code)) code = bytes[++at]!
  span.valueTo = at
  return at
}

/** Values are mostly short: from this length on the search for their end is left to the engine. */
const NEAR = 32

/** The place of the closing quote; the length of the source where there is none. */
function endOfQuote({ bytes }: Source, from: number, quote: number): number {
  let at = from
  const near = Math.min(from + NEAR, bytes.length)
  while (at < near && bytes[at] !== quote) at++
  if (at < near) return at
  const end = bytes.indexOf(quote, at)
  return end < 0 ? bytes.length : end
}
