import { APOSTROPHE, CLOSE, EQUALS, endsName, isBlankCode, QUOTE, SLASH } from './characters.ts'
import type { MarkupSource } from './source.ts'

/** The position of an attribute in the source. One record is reused for all attributes. */
export interface AttributeSpan {
  nameFrom: number
  nameTo: number
  valueFrom: number
  valueTo: number
}

export const createSpan = (): AttributeSpan => ({ nameFrom: 0, nameTo: 0, valueFrom: 0, valueTo: 0 })

/** Returned by `nextAttribute` at the end of the tag. */
export const TAG_ENDS = -1

/**
 * Reads the attribute at or after `from` and returns the offset after it. If the tag has no further attribute, returns
 * `TAG_ENDS`, with the offset of its `>` in `nameFrom` (the length of the source if the tag never ends). Follows the
 * tokenizer states "before attribute name" to "after attribute value (quoted)".
 */
export function nextAttribute(source: MarkupSource, from: number, span: AttributeSpan): number {
  const { bytes } = source
  span.nameFrom = bytes.length
  if (from >= source.tagsTo) return TAG_ENDS
  // From here on, each loop stops at a `>` at the latest.
  let at = from
  let code = bytes[at]!
  while (code === SLASH || isBlankCode(code)) code = bytes[++at]!
  span.nameFrom = at
  if (code === CLOSE) return TAG_ENDS
  // An equals sign at the start is part of the name.
  do code = bytes[++at]!
  while (code !== EQUALS && !endsName(code))
  span.nameTo = at
  while (isBlankCode(code)) code = bytes[++at]!
  if (code === EQUALS) return readValue(source, at + 1, span)
  span.valueFrom = span.nameTo
  span.valueTo = span.nameTo
  return at
}

function readValue(source: MarkupSource, from: number, span: AttributeSpan): number {
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

/** Values are usually short; from this length on, the native search for the quote is faster. */
const SHORT_VALUE = 32

/** Returns the offset of the closing quote, or the length of the source if there is none. */
function endOfQuote({ bytes }: MarkupSource, from: number, quote: number): number {
  let at = from
  const near = Math.min(from + SHORT_VALUE, bytes.length)
  while (at < near && bytes[at] !== quote) at++
  if (at < near) return at
  const end = bytes.indexOf(quote, at)
  return end < 0 ? bytes.length : end
}
