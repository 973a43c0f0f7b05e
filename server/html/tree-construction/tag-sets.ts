import { foreignContent, html } from 'parse5'
import { TAG } from '../tree/names.ts'

/** More than the number of any element that the standard names. */
export const TAGS = 124

/** Marks the tags of a set, so that a lookup is one array access. */
export function tagSet(tags: Iterable<number>): Uint8Array {
  const marks = new Uint8Array(TAGS)
  for (const tag of tags) marks[tag] = 1
  return marks
}

export const has = (set: Uint8Array, tag: number) => tag < TAGS && set[tag] === 1

const { ADDRESS, APPLET, CAPTION, DD, DIV, DT, HTML, LI, MARQUEE, OBJECT, OPTGROUP, OPTION, P } = TAG

const { RB, RP, RT, RTC, TABLE, TBODY, TD, TEMPLATE, TFOOT, TH, THEAD, TR, H1, H2, H3, H4, H5, H6 } = TAG

/** Elements with rules of their own: an end tag does not reach past them. */
const SPECIAL = tagSet(html.SPECIAL_ELEMENTS[html.NS.HTML])

/** Special elements at which the search for an open list item ends. */
const ITEM_BARRIER = tagSet(
  [...html.SPECIAL_ELEMENTS[html.NS.HTML]].filter(tag => tag !== ADDRESS && tag !== DIV && tag !== P),
)

/** Elements that bound every scope: "has an element in the specific scope". */
const SCOPE = tagSet([APPLET, CAPTION, HTML, TABLE, TD, TH, MARQUEE, OBJECT, TEMPLATE])

export const IS_SPECIAL = 1

export const BOUNDS_ITEMS = 2

export const BOUNDS_SCOPE = 4

export const ALL_BOUNDS = IS_SPECIAL | BOUNDS_ITEMS | BOUNDS_SCOPE

/** What searches through the open elements a tag ends, as bits. */
export const BOUNDS = SPECIAL.map(
  (isSpecial, tag) => isSpecial * IS_SPECIAL + ITEM_BARRIER[tag]! * BOUNDS_ITEMS + SCOPE[tag]! * BOUNDS_SCOPE,
)

/** Elements that end when their parent does. */
export const IMPLIED_END = tagSet([DD, DT, LI, OPTGROUP, OPTION, P, RB, RP, RT, RTC])

export const IMPLIED_END_THOROUGH = tagSet(
  [DD, DT, LI, OPTGROUP, OPTION, P, RB, RP, RT, RTC, CAPTION, TAG.COLGROUP].concat([
    TBODY,
    TD,
    TFOOT,
    TH,
    THEAD,
    TR,
  ]),
)

export const HEADINGS = [H1, H2, H3, H4, H5, H6]

export const HEADING = tagSet(HEADINGS)

/** Elements into which a table's stray content is not put. */
export const TABLE_STRUCTURE = tagSet([TABLE, TBODY, TFOOT, THEAD, TR])

/** Start tags of HTML that end a picture of SVG they stand in. */
export const ENDS_FOREIGN = tagSet(
  [...Array(TAGS).keys()].filter(
    tagID => tagID > 0 && (tagID === TAG.FONT || foreignContent.causesExit({ tagID } as never)),
  ),
)
