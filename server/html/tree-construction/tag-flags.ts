import { Tag } from './tags.ts'

/** A bound for the numbers of the elements that the standard names. */
export const TAGS: i32 = 124

/** Elements with rules of their own, which bound the effect of end tags. Set by the host, like `ENDS_FOREIGN`. */
export const IS_SPECIAL: i32 = 1
/** HTML start tags that end the SVG or MathML content around them. */
export const ENDS_FOREIGN: i32 = 2
/** Special elements that end the search for an open list item. */
export const BOUNDS_ITEMS: i32 = 4
/** Elements that bound every scope: "has an element in the specific scope". */
export const BOUNDS_SCOPE: i32 = 8
export const ALL_BOUNDS: i32 = IS_SPECIAL | BOUNDS_ITEMS | BOUNDS_SCOPE
/** Elements that are closed when their parent is closed. */
export const IMPLIED_END: i32 = 16
export const IMPLIED_END_THOROUGH: i32 = 32
export const HEADING: i32 = 64
/** Elements whose stray content is inserted before the table. */
export const TABLE_STRUCTURE: i32 = 128
/** Elements that count as content, so that a `frameset` is ignored: "set the frameset-ok flag to not ok". */
export const IS_CONTENT: i32 = 256
/** Elements whose content is text with character references. */
export const IS_DECODED: i32 = 512

/** Properties by tag, as bits, so that each question takes one lookup. */
const flags = memory.data(TAGS << 2)

export function flagsOf(tag: i32): i32 {
  return tag < TAGS ? load<i32>(flags + ((<usize>tag) << 2)) : 0
}

export function has(flag: i32, tag: i32): bool {
  return (flagsOf(tag) & flag) !== 0
}

/** Sets the flags of a tag that the host knows. */
export function setFlags(tag: i32, known: i32): void {
  if (tag >= TAGS) return
  const bounds = (known & IS_SPECIAL) !== 0 && !isNoBarrier(tag) ? BOUNDS_ITEMS : 0
  store<i32>(flags + ((<usize>tag) << 2), flagsOf(tag) | known | bounds)
}

function isNoBarrier(tag: i32): bool {
  return tag === Tag.ADDRESS || tag === Tag.DIV || tag === Tag.P
}

function mark(flag: i32, tags: StaticArray<i32>): void {
  for (let i = 0; i < tags.length; i++) setFlags(tags[i], flag)
}

mark(BOUNDS_SCOPE, [Tag.APPLET, Tag.CAPTION, Tag.HTML, Tag.TABLE, Tag.TD, Tag.TH, Tag.MARQUEE, Tag.OBJECT])
mark(BOUNDS_SCOPE, [Tag.SELECT, Tag.TEMPLATE])
const END_WITH_PARENT: StaticArray<i32> = [
  Tag.DD,
  Tag.DT,
  Tag.LI,
  Tag.OPTGROUP,
  Tag.OPTION,
  Tag.P,
  Tag.RB,
  Tag.RP,
  Tag.RT,
  Tag.RTC,
]
mark(IMPLIED_END | IMPLIED_END_THOROUGH, END_WITH_PARENT)
mark(IMPLIED_END_THOROUGH, [
  Tag.CAPTION,
  Tag.COLGROUP,
  Tag.TBODY,
  Tag.TD,
  Tag.TFOOT,
  Tag.TH,
  Tag.THEAD,
  Tag.TR,
])
mark(HEADING, [Tag.H1, Tag.H2, Tag.H3, Tag.H4, Tag.H5, Tag.H6])
mark(TABLE_STRUCTURE, [Tag.TABLE, Tag.TBODY, Tag.TFOOT, Tag.THEAD, Tag.TR])
mark(IS_CONTENT, [
  Tag.PRE,
  Tag.LISTING,
  Tag.LI,
  Tag.DD,
  Tag.DT,
  Tag.BUTTON,
  Tag.APPLET,
  Tag.MARQUEE,
  Tag.OBJECT,
])
mark(IS_CONTENT, [Tag.TABLE, Tag.AREA, Tag.BR, Tag.EMBED, Tag.IMG, Tag.KEYGEN, Tag.WBR, Tag.HR, Tag.TEXTAREA])
mark(IS_CONTENT, [Tag.XMP, Tag.IFRAME, Tag.SELECT, Tag.INPUT])
mark(IS_DECODED, [Tag.TITLE, Tag.TEXTAREA])
