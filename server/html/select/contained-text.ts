import { readCharacters } from '../read/characters.ts'
import { TAG } from '../tree/names.ts'
import { perSearch, searchedNode, searchedTree, textOf } from './number-adapter.ts'

/** The characters of the searched node, joined once for all elements in it. */
interface JoinedText {
  text: string
  /** Where the text of each of its rows starts, in code units; the last entry is where it ends. */
  starts: Int32Array
}

/** What was searched for a wanted text: it is not between `from` and `at`, where it is first. */
interface TextSearch {
  from: number
  at: number
}

/** The texts of elements of so few rows are read each by itself. */
const SMALL = 64

/**
 * Creates a test for the elements whose text contains another. Elements may be nested in each other, so that their texts
 * together are far longer than the page.
 */
export function containsTest(wanted: string, isFolded: boolean): (node: number) => boolean {
  const searched = isFolded ? wanted.toLowerCase() : wanted
  const isIn = (text: string) => (isFolded ? text.toLowerCase() : text).includes(searched)
  const searchNow = perSearch(
    (): TextSearch => ({ from: Number.POSITIVE_INFINITY, at: Number.POSITIVE_INFINITY }),
  )
  return node => {
    const { end } = searchedTree()
    const root = searchedNode()
    if (end[node]! - node <= SMALL || node < root) return isIn(textOf(node))
    const joined = isFolded ? foldedText().joined : unchangedText()
    if (!joined) return isIn(textOf(node))
    const { starts } = joined
    const place = firstAt(joined, starts[node - root]!, searched, searchNow())
    return place + searched.length <= starts[end[node]! - root]!
  }
}

function joinTexts(): JoinedText {
  const tree = searchedTree()
  const root = searchedNode()
  const to = tree.end[root]!
  const pieces: string[] = []
  const starts = new Int32Array(to - root + 1)
  let length = 0
  for (let row = root; row < to; row++) {
    starts[row - root] = length
    if (tree.name[row]! < 0) length += pieces[pieces.push(readCharacters(tree, row)) - 1]!.length
    if (tree.name[row] !== TAG.TEMPLATE) continue
    // The content of a template is not part of the page.
    starts.fill(length, row - root, tree.end[row]! - root)
    row = tree.end[row]! - 1
  }
  starts[to - root] = length
  return { text: pieces.join(''), starts }
}

const unchangedText = perSearch(joinTexts)

/** The lower case of this letter depends on the letters around it, which may be outside of the element. */
const CONTEXTUAL = 'Σ'

/** Returns null if the lower case of an element's text is not a part of that of the searched node. */
function joinFolded(): { joined: JoinedText | null } {
  const { text, starts } = unchangedText()
  const folded = text.toLowerCase()
  const isSame = folded.length === text.length && !text.includes(CONTEXTUAL)
  return { joined: isSame ? { text: folded, starts } : null }
}

const foldedText = perSearch(joinFolded)

/** Returns where a wanted text is first, at or after `from`; infinity if it is nowhere. */
function firstAt({ text }: JoinedText, from: number, wanted: string, search: TextSearch): number {
  if (from >= search.from && from <= search.at) return search.at
  const isBefore = from < search.from
  const place = isBefore
    ? text.slice(from, search.from + wanted.length - 1).indexOf(wanted)
    : text.slice(from).indexOf(wanted)
  search.from = from
  if (place >= 0) search.at = from + place
  else if (!isBefore) search.at = Number.POSITIVE_INFINITY
  return search.at
}
