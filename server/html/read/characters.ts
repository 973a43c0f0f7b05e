import { decodeHTML } from 'entities/decode'
import { withoutNul } from '../scan/source.ts'
import { RAW_TEXT, TEXT, type Tree } from '../tree/tree.ts'
import { withoutReturns } from './attributes.ts'

/** The characters of a text node, cut from the source. */
export function readCharacters({ source, name, from, to }: Tree, node: number): string {
  const cut = withoutReturns(source.text.slice(from[node], to[node]))
  const characters = source.hasNul ? withoutNul(cut, name[node] === TEXT ? '' : undefined) : cut
  return name[node] !== RAW_TEXT && characters.includes('&') ? decodeHTML(characters) : characters
}
