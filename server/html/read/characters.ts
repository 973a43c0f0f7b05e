import { decodeHTML } from 'entities/decode'
import { RAW_TEXT, type Tree } from '../tree/tree.ts'
import { withoutReturns } from './attributes.ts'

/** The characters of a text node, cut from the source. */
export function readCharacters({ source, name, from, to }: Tree, node: number): string {
  const characters = withoutReturns(source.text.slice(from[node], to[node]))
  return name[node] !== RAW_TEXT && characters.includes('&') ? decodeHTML(characters) : characters
}
