import type { Skip } from '../document.ts'
import { marksOf } from '../tree/names.ts'
import type { Tree } from '../tree/tree.ts'
import { spend } from '../work.ts'
import { readCharacters } from './characters.ts'
import { APART, collapsed, UNREAD } from './text-borders.ts'

/** Work of cutting a text out of the page, beside its length. */
const PER_TEXT = 25

const IS_APART = marksOf(APART)
const IS_UNREAD = marksOf(UNREAD)

/** The text of a node as a reader sees it, from its rows: the same as `textOfNodes` reads from any tree. */
export function textOfRows(tree: Tree, root: number, skip: Skip): string {
  const { name, end, parent } = tree
  const skips = skip.size > 0
  let text = ''
  let cost = end[root]! - root
  let around = root
  let node = root
  while (node < end[root]!) {
    // Elements that have ended before this row.
    for (; node >= end[around]!; around = parent[around]!) if (IS_APART[name[around]!]) text += ' '
    const number = name[node]!
    const isLeftOut = (skips && skip.has(node)) || (node !== root && IS_UNREAD[number] === 1)
    if (number < 0 && !isLeftOut) {
      text += readCharacters(tree, node)
      cost += PER_TEXT + ((tree.to[node]! - tree.from[node]!) >> 1)
    }
    if (number > 0 && IS_APART[number]) text += ' '
    if (isLeftOut) node = end[node]!
    else {
      if (number >= 0) around = node
      node++
    }
  }
  spend(tree.work, cost)
  return collapsed(text)
}
