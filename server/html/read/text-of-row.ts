import { AMPERSAND, BEYOND_ASCII, SPACE } from '../scan/characters.ts'
import { cut, cutPlain, type MarkupSource } from '../scan/source.ts'
import type { Tree } from '../tree/tree.ts'
import { readCharacters } from './characters.ts'
import { withSingleSpaces } from './text-borders.ts'

/** Returns the characters of one row of text, with white space collapsed to single spaces. */
export function textOfRow(tree: Tree, node: number): string {
  const { source, from, to } = tree
  const form = textFormOf(source, from[node]!, to[node]!)
  if (form === PLAIN) return cutPlain(source, from[node]!, to[node]!)
  if (form === PLAIN_UTF8) return cut(source, from[node]!, to[node]!)
  return withSingleSpaces(readCharacters(tree, node))
}

/** First bytes of the characters that may be white space: U+00A0, U+1680 to U+3000, and U+FEFF. */
const LEADS = { least: 0xc2, general: [0xe1, 0xe3], last: 0xef } as const

/** How a text is written in the page. */
type TextForm = typeof PLAIN | typeof PLAIN_UTF8 | typeof NEEDS_DECODING
/** ASCII that needs no decoding and no collapsing. */
const PLAIN = 0
/** UTF-8 that needs no decoding of references and no collapsing. */
const PLAIN_UTF8 = 1
const NEEDS_DECODING = 2

/**
 * Returns how a text is written. Most texts need no changes, and checking their bytes takes a third of the time that
 * checking their characters takes.
 */
function textFormOf({ bytes }: MarkupSource, from: number, to: number): TextForm {
  let before = 0
  let all = 0
  for (let at = from; at < to; at++) {
    const code = bytes[at]!
    if (code <= AMPERSAND) {
      if (code < SPACE || code === AMPERSAND || (code === SPACE && before === SPACE)) return NEEDS_DECODING
    } else if (code >= LEADS.least && mayBeSpace(code)) return NEEDS_DECODING
    all |= code
    before = code
  }
  return all < BEYOND_ASCII ? PLAIN : PLAIN_UTF8
}

const mayBeSpace = (lead: number): boolean =>
  lead === LEADS.least || lead === LEADS.last || (lead >= LEADS.general[0] && lead <= LEADS.general[1])
