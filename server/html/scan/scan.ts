const QUOTE = 34
const APOSTROPHE = 39
const DASH = 45
const SLASH = 47
const EQUALS = 61
const CLOSE = 62

export const isBlankCode = (code: number) =>
  code === 32 || code === 10 || code === 9 || code === 13 || code === 12

export const isLetter = (code: number) => {
  const folded = code | 32
  return folded >= 97 && folded <= 122
}

/** The end of a tag's name that starts here. */
export function endOfName(source: string, from: number): number {
  let at = from
  for (let code = source.charCodeAt(at); !endsName(code); code = source.charCodeAt(at)) at++
  return at
}

// NaN, which stands past the end, is unequal to itself.
const endsName = (code: number) => code === CLOSE || isBlankCode(code) || code === SLASH || Number.isNaN(code)

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
 * Reads the attribute at or after `from` and gives the place behind it; `TAG_ENDS` where there is none before the
 * end of the tag, with the place of its `>` in `nameFrom`; that is the length of the source where the tag is open.
 * The rules are those of the tokenizer states "before attribute name" to "after attribute value (quoted)".
 */
export function nextAttribute(source: string, from: number, span: AttributeSpan): number {
  let at = from
  let code = source.charCodeAt(at)
  while (isBlankCode(code) || code === SLASH) code = source.charCodeAt(++at)
  span.nameFrom = at
  if (code === CLOSE || Number.isNaN(code)) return TAG_ENDS
  do code = source.charCodeAt(++at)
  while (code !== EQUALS && !endsName(code))
  span.nameTo = at
  while (isBlankCode(code)) code = source.charCodeAt(++at)
  if (code === EQUALS) return readValue(source, at + 1, span)
  span.valueFrom = span.nameTo
  span.valueTo = span.nameTo
  return at
}

function readValue(source: string, from: number, span: AttributeSpan): number {
  let at = from
  let code = source.charCodeAt(at)
  while (isBlankCode(code)) code = source.charCodeAt(++at)
  if (code === QUOTE || code === APOSTROPHE) {
    const end = source.indexOf(code === QUOTE ? '"' : "'", at + 1)
    span.valueFrom = at + 1
    span.valueTo = end < 0 ? source.length : end
    return span.valueTo + (end < 0 ? 0 : 1)
  }
  span.valueFrom = at
  while (code !== CLOSE && !isBlankCode(code) && !Number.isNaN(code)) code = source.charCodeAt(++at)
  span.valueTo = at
  return at
}

const passed = createSpan()

/** The place of the `>` of a tag whose attributes start here; the length of the source where it never ends. */
export function endOfTag(source: string, from: number): number {
  if (source.charCodeAt(from) === CLOSE) return from
  for (let at = from; at !== TAG_ENDS; ) at = nextAttribute(source, at, passed)
  return Math.min(passed.nameFrom, source.length)
}

/** Whether a tag ends in `/>`, where that is no end of a value without quotes. */
export function isSelfClosing(source: string, from: number, to: number): boolean {
  if (source.charCodeAt(to - 1) !== SLASH) return false
  let at = from
  for (let next = at; next !== TAG_ENDS; next = nextAttribute(source, at, passed)) at = next
  return at < to
}

/** The place behind a comment whose `<!--` is here. */
export function endOfComment(source: string, from: number): number {
  const start = from + 4
  if (source.charCodeAt(start) === CLOSE) return start + 1
  if (source.charCodeAt(start) === DASH && source.charCodeAt(start + 1) === CLOSE) return start + 2
  for (let at = source.indexOf('--', start); at >= 0; at = source.indexOf('--', at + 1)) {
    if (source.charCodeAt(at + 2) === CLOSE) return at + 3
    if (source.charCodeAt(at + 2) === 33 && source.charCodeAt(at + 3) === CLOSE) return at + 4
  }
  return source.length
}

/** The place behind what only looks like a comment or a tag: it ends with the next `>`. */
export function endOfBogus(source: string, from: number): number {
  const end = source.indexOf('>', from)
  return end < 0 ? source.length : end + 1
}

/** The place of the end tag of an element whose content is only text; the length of the source where there is none. */
export function endOfRawText(source: string, from: number, name: string): number {
  for (let at = source.indexOf('</', from); at >= 0; at = source.indexOf('</', at + 2)) {
    const to = at + 2 + name.length
    if (endsName(source.charCodeAt(to)) && to < source.length && isFolded(source, at + 2, name)) return at
  }
  return source.length
}

function isFolded(source: string, from: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) {
    if ((source.charCodeAt(from + i) | 32) !== name.charCodeAt(i)) return false
  }
  return true
}

/** The first place from here on that is no white space, `to` at most. */
export function skipBlank(source: string, from: number, to: number): number {
  let at = from
  while (at < to && isBlankCode(source.charCodeAt(at))) at++
  return at
}
