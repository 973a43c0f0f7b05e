import { decodeHTML } from 'entities/decode'
import { cut, type MarkupSource, withoutNul } from '../scan/source.ts'
import { MORE_TEXT, RAW_TEXT, TEXT, type Tree } from '../tree/tree.ts'
import { withoutReturns } from './attributes.ts'

/** Returns the characters of one row of text, cut from the source. */
export const readCharacters = ({ source, name, from, to }: Tree, node: number): string =>
  charactersBetween(source, name[node]!, from[node]!, to[node]!)

/** Returns the characters of a text between two offsets; `name` is the kind of text. */
export function charactersBetween(source: MarkupSource, name: number, from: number, to: number): string {
  const text = withoutReturns(cut(source, from, to))
  const characters = source.hasNul ? withoutNul(text, isPlain(name) ? '' : undefined) : text
  return name !== RAW_TEXT && characters.includes('&') ? decodeHTML(characters) : characters
}

const isPlain = (name: number) => name === TEXT || name === MORE_TEXT

/** Returns the characters of a text and of the rows that continue it. */
export function readWholeText(tree: Tree, node: number): string {
  const { name, count } = tree
  let text = readCharacters(tree, node)
  for (let next = node + 1; next < count && name[next] === MORE_TEXT; next++)
    text += readCharacters(tree, next)
  return text
}
