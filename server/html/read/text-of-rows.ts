import type { SkippedNodes } from '../document.ts'
import { SPACE } from '../scan/characters.ts'
import { marksOf } from '../tree/names.ts'
import type { Tree } from '../tree/tree.ts'
import { spend } from '../work.ts'
import { DESCRIBING_ELEMENTS, DRAWINGS, UNREAD_ELEMENTS, WORD_SEPARATING_ELEMENTS } from './text-borders.ts'
import { textOfRow } from './text-of-row.ts'

/** Work for cutting a text out of the page, besides its length. */
const WORK_PER_TEXT = 25

const SEPARATES_WORDS = marksOf(WORD_SEPARATING_ELEMENTS)

/** What the elements with a name mean for a text: 0 for most of them. */
const UNREAD = 1
const DESCRIBING = 2
const DRAWING = 3
const MEANINGS = meaningsOfNames()

function meaningsOfNames(): Uint8Array {
  const [unread, describing, drawings] = [UNREAD_ELEMENTS, DESCRIBING_ELEMENTS, DRAWINGS].map(marksOf)
  return unread!.map((isUnread, name) =>
    isUnread ? UNREAD : describing![name] ? DESCRIBING : drawings![name] ? DRAWING : 0,
  )
}

/**
 * Returns the text of a node as a reader sees it, from rows. The result is the same as that of `textOfNodes` for any tree.
 * What describes a drawing is its text only if there is no other, as in the link of an icon.
 */
export function textOfRows(tree: Tree, root: number, skip: SkippedNodes, isDescribed = false): string {
  const { name, end, parent } = tree
  const skips = skip.size > 0
  let text = ''
  let endsBlank = true
  let isApart = false
  let cost = end[root]! - root
  let ancestor = root
  let node = root
  let drawingEnd = root
  let hasDescription = false
  while (node < end[root]!) {
    // Leaves the elements that have ended before this row.
    for (; node >= end[ancestor]!; ancestor = parent[ancestor]!)
      if (SEPARATES_WORDS[name[ancestor]!]) isApart = true
    const number = name[node]!
    const meaning = node === root ? 0 : MEANINGS[number]
    const isDescription = meaning === DESCRIBING && node < drawingEnd && !isDescribed
    const isLeftOut = meaning === UNREAD || isDescription || (skips && skip.has(node))
    if (isDescription) hasDescription = true
    if (meaning === DRAWING) drawingEnd = Math.max(drawingEnd, end[node]!)
    if (number < 0 && !isLeftOut) {
      const row = textOfRow(tree, node)
      const next = continuationOf(row, endsBlank, isApart)
      if (next !== '') {
        text += next
        endsBlank = row.charCodeAt(row.length - 1) === SPACE
        isApart = false
      }
      cost += WORK_PER_TEXT + ((tree.to[node]! - tree.from[node]!) >> 1)
    }
    if (number > 0 && SEPARATES_WORDS[number]) isApart = true
    if (isLeftOut) node = end[node]!
    else {
      if (number >= 0) ancestor = node
      node++
    }
  }
  spend(tree.work, cost)
  if (text === '' && hasDescription) return textOfRows(tree, root, skip, true)
  return endsBlank ? text.trimEnd() : text
}

/**
 * Returns a row as the continuation of a text: where both have white space, one space is left; there is none at the start.
 */
function continuationOf(row: string, endsBlank: boolean, isApart: boolean): string {
  const startsBlank = row.charCodeAt(0) === SPACE
  if (endsBlank) return startsBlank ? row.slice(1) : row
  return isApart && !startsBlank ? ` ${row}` : row
}
