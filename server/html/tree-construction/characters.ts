/** Address of the page in memory. It is constant, so that reading a byte takes a single instruction. */
export const PAGE: usize = 0x20000

/** Number of zero bytes after the page, so that looking ahead needs no bounds check. */
export const SLACK: i32 = 64

export class Page {
  static length: i32 = 0
  /** The offset after the last `>`. A tag that starts there or later never ends, so it is not a tag. */
  static tagsTo: i32 = 0
}

export const TAB: i32 = 9
export const LINE_FEED: i32 = 10
export const RETURN: i32 = 13
export const SPACE: i32 = 32
export const BANG: i32 = 33
export const QUOTE: i32 = 34
export const AMPERSAND: i32 = 38
export const APOSTROPHE: i32 = 39
export const DASH: i32 = 45
export const SLASH: i32 = 47
export const OPEN: i32 = 60
export const EQUALS: i32 = 61
export const CLOSE: i32 = 62
export const QUESTION: i32 = 63
export const BRACKET: i32 = 93
export const BEYOND_ASCII: i32 = 128

const BLANK: u8 = 1
const NAME_END: u8 = 2

/** Properties of characters as bits: a lookup is cheaper than comparisons. */
const KINDS = memory.data(256)
mark([TAB, LINE_FEED, 12, RETURN, SPACE], BLANK | NAME_END)
mark([SLASH, CLOSE], NAME_END)

function mark(codes: StaticArray<i32>, kind: u8): void {
  for (let i = 0; i < codes.length; i++) store<u8>(KINDS + codes[i], kind)
}

/** Returns the byte at an offset of the page. */
export function byteAt(place: i32): i32 {
  return load<u8>(place, PAGE)
}

export function isBlank(code: i32): bool {
  return (load<u8>(KINDS + code) & BLANK) !== 0
}

/** Whether this character ends a name in a tag. */
export function endsName(code: i32): bool {
  return load<u8>(KINDS + code) !== 0
}

export function isLetter(code: i32): bool {
  return <u32>((code | 32) - 97) < 26
}

/** Returns an ASCII letter in lower case. */
export function lower(code: i32): i32 {
  return <u32>(code - 65) < 26 ? code | 32 : code
}

const LANES: i32 = 16

/** Returns the offset of the next occurrence of a byte, or the length of the page if there is none. */
export function find(code: i32, from: i32): i32 {
  const wanted = i8x16.splat(<i8>code)
  for (let at = from; at < Page.length; at += LANES) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at, PAGE), wanted))
    if (found !== 0) return min(at + ctz(found), Page.length)
  }
  return Page.length
}

/** Returns how often a byte occurs in the page. It must not be 0, the value of the bytes after the page. */
export function count(code: i32): i32 {
  const wanted = i8x16.splat(<i8>code)
  let found = 0
  for (let at = 0; at < Page.length; at += LANES)
    found += popcnt(i8x16.bitmask(i8x16.eq(v128.load(at, PAGE), wanted)))
  return found
}

/** Returns the first offset from `from` on that is not white space, at most `to`. */
export function skipBlank(from: i32, to: i32): i32 {
  let at = from
  while (at < to && isBlank(byteAt(at))) at++
  return at
}

/** Whether the bytes at two offsets are equal. */
export function isSame(one: i32, other: i32, length: i32): bool {
  return memory.compare(PAGE + one, PAGE + other, length) === 0
}

/** Whether the bytes at two offsets are equal, ignoring the case of letters. */
export function isSameFolded(one: i32, other: i32, length: i32): bool {
  for (let i = 0; i < length; i++) if (lower(byteAt(one + i)) !== lower(byteAt(other + i))) return false
  return true
}

/** Whether this word, given in lower case, is at an offset, ignoring case. */
export function isWord(from: i32, word: StaticArray<u8>): bool {
  for (let i = 0; i < word.length; i++) if ((byteAt(from + i) | 32) !== word[i]) return false
  return true
}
