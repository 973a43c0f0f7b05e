import { move } from '../tree/reorder.ts'
import { type Build, type Rule, spend } from './build.ts'
import { copyOf, lastActive, openIndex, tagOf } from './formatting.ts'
import { putBeforeTable } from './insert.ts'
import { inScope, type OpenElements, pop, popFrom, splice, topNode, topTag } from './open-elements.ts'
import { has, TABLE_STRUCTURE } from './tag-sets.ts'

/** Rounds of the standard's two loops. */
const ROUNDS = 8

const COPIES = 3

/**
 * The adoption agency algorithm: closes a formatting element across the blocks that were opened in it. `otherwise`
 * is for a tag that closes nothing of the kind.
 */
export function adopt(build: Build, otherwise: Rule): void {
  const { open, tag, formatting } = build
  if (topTag(open) === tag) {
    const isLast = formatting.at(-1) === topNode(open)
    if (isLast) formatting.pop()
    if (isLast || !formatting.includes(topNode(open))) {
      pop(open)
      return
    }
  }
  for (let round = 0; round < ROUNDS; round++) {
    const active = lastActive(build, tag)
    if (active < 0) {
      otherwise(build)
      return
    }
    const index = openIndex(build, formatting[active]!)
    if (index < 0) formatting.splice(active, 1)
    if (index < 0 || !inScope(open, tag)) return
    const furthest = furthestBlock(open, index)
    if (furthest < 0) {
      popFrom(open, index)
      formatting.splice(active, 1)
      return
    }
    if (!moveBlock(build, active, index, furthest)) return
  }
}

/** Index of the lowest special element above another one; -1 for none. */
function furthestBlock(open: OpenElements, index: number): number {
  let lowest = -1
  for (let at = open.specials[open.top]!; at > index; at = open.specials[at - 1]!) lowest = at
  return lowest
}

/** Puts a block behind the formatting element that it stood in, and a copy of that element around its content. */
function moveBlock(build: Build, active: number, index: number, furthest: number): boolean {
  const { open, formatting, tree } = build
  const element = formatting[active]!
  const block = open.nodes[furthest]!
  if (!spend(build, tree.count - block + open.top - index)) return false
  const ancestor = open.nodes[index - 1]!
  const [last, bookmark] = copyBetween(build, index, furthest, active)
  const blockIndex = openIndex(build, block)
  if (has(TABLE_STRUCTURE, open.tags[index - 1]!)) putBeforeTable(build, last)
  else put(build, last, ancestor)

  const copy = copyOf(build, element, block)
  for (let node = block + 1; node < copy; node++) if (tree.parent[node] === block) tree.parent[node] = copy
  formatting.splice(bookmark, 0, copy)
  formatting.splice(formatting.indexOf(element), 1)
  splice(open, blockIndex + 1, 0, copy, tagOf(build, copy))
  splice(open, openIndex(build, element), 1)
  return true
}

/**
 * Copies the formatting elements between the element and its block around the block, and closes all others there.
 * Returns the outermost node of the block, and the place among the active elements for the copy of the element.
 */
function copyBetween(
  build: Build,
  index: number,
  furthest: number,
  active: number,
): [last: number, bookmark: number] {
  const { open, formatting } = build
  const block = open.nodes[furthest]!
  let last = block
  let after = formatting[active]!
  for (let at = furthest - 1, round = 0; at > index; at--, round++) {
    const node = open.nodes[at]!
    const kept = formatting.indexOf(node)
    if (kept >= 0 && round < COPIES) {
      const copy = copyOf(build, node, 0)
      open.nodes[at] = copy
      formatting[kept] = copy
      if (last === block) after = copy
      put(build, last, copy)
      last = copy
    } else {
      if (kept >= 0) formatting.splice(kept, 1)
      splice(open, at, 1)
    }
  }
  return [last, formatting.indexOf(after) + 1]
}

/** Puts a node behind all that its new parent contains so far. */
function put({ tree, moves }: Build, node: number, parent: number): void {
  tree.parent[node] = parent
  move(moves, node, tree.count)
}
