import { AMPERSAND, SPACE } from '../scan/characters.ts'
import { cut, type Source } from '../scan/source.ts'
import type { Tree } from '../tree/tree.ts'
import { readCharacters } from './characters.ts'
import { withSingleSpaces } from './text-borders.ts'

/** The characters of one row of text, each run of white space in it as one space. */
export function textOfRow(tree: Tree, node: number): string {
  const { source, from, to } = tree
  return isWrittenSo(source, from[node]!, to[node]!)
    ? cut(source, from[node]!, to[node]!)
    : withSingleSpaces(readCharacters(tree, node))
}

/** First bytes of the characters that may be white space: U+00A0, U+1680 to U+3000, and U+FEFF. */
const LEADS = { least: 0xc2, general: [0xe1, 0xe3], last: 0xef } as const

/**
 * Whether a text stands in the page as it reads, for certain: most do, and looking at their bytes takes a third of what
 * looking at their characters would.
 */
function isWrittenSo({ bytes }: Source, from: number, to: number): boolean {
  let before = 0
  for (let at = from; at < to; at++) {
    const code = bytes[at]!
    if (code <= AMPERSAND) {
      if (code < SPACE || code === AMPERSAND || (code === SPACE && before === SPACE)) return false
    } else if (code >= LEADS.least && mayBeSpace(code)) return false
    before = code
  }
  return true
}

const mayBeSpace = (lead: number): boolean =>
  lead === LEADS.least || lead === LEADS.last || (lead >= LEADS.general[0] && lead <= LEADS.general[1])
