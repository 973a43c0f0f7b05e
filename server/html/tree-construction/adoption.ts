import { Build, spend } from './build.ts'
import { copyOf, formatting, lastActive, openIndex } from './formatting.ts'
import { putBeforeTable } from './insert.ts'
import { move } from './moves.ts'
import {
  inScope,
  nodeAt,
  Open,
  pop,
  popFrom,
  setNodeAt,
  specialAt,
  splice,
  tagAt,
  topNode,
  topTag,
} from './open-elements.ts'
import { has, TABLE_STRUCTURE } from './tag-flags.ts'
import { nameOf, parentOf, setParent, Tree } from './tree.ts'

/** Limits of the standard's outer and inner loops. */
const ROUNDS: i32 = 8

const COPIES: i32 = 3

/**
 * The adoption agency algorithm: closes a formatting element across the blocks that were opened inside it. Returns false if
 * the tag closes no formatting element.
 */
export function adopt(): bool {
  if (closesTop()) return true
  for (let round = 0; round < ROUNDS; round++) {
    const active = lastActive(Build.tag)
    if (active < 0) return false
    const index = openIndex(formatting.at(active))
    if (index < 0) formatting.remove(active)
    if (index < 0 || !inScope(Build.tag)) return true
    const furthest = furthestBlock(index)
    if (furthest < 0) {
      popFrom(index)
      formatting.remove(active)
      return true
    }
    if (!moveBlock(active, index, furthest)) return true
  }
  return true
}

/** Closes the current element, if the tag ends nothing else. */
function closesTop(): bool {
  if (topTag() !== Build.tag) return false
  const isLast = formatting.length > 0 && formatting.last === topNode()
  if (isLast) formatting.pop()
  if (!isLast && formatting.indexOf(topNode()) >= 0) return false
  pop()
  return true
}

/** Returns the index of the first special element above `index`, the standard's "furthest block"; -1 for none. */
function furthestBlock(index: i32): i32 {
  let lowest = -1
  for (let at = specialAt(Open.top); at > index; at = specialAt(at - 1)) lowest = at
  return lowest
}

/**
 * Moves a block behind the formatting element around it, and wraps the block's content in a copy of that element. Returns
 * false if the page has spent its steps.
 */
function moveBlock(active: i32, index: i32, furthest: i32): bool {
  const element = formatting.at(active)
  const block = nodeAt(furthest)
  if (!spend(Tree.count - block + Open.top - index)) return false
  const ancestor = nodeAt(index - 1)
  copyBetween(index, furthest, active)
  const blockIndex = openIndex(block)
  if (has(TABLE_STRUCTURE, tagAt(index - 1))) putBeforeTable(Copied.last)
  else put(Copied.last, ancestor)

  const copy = copyOf(element, block)
  for (let node = block + 1; node < copy; node++) if (parentOf(node) === block) setParent(node, copy)
  formatting.insert(Copied.bookmark, copy)
  formatting.remove(formatting.indexOf(element))
  splice(blockIndex + 1, 0, copy, nameOf(copy))
  splice(openIndex(element), 1, 0, 0)
  return true
}

class Copied {
  /** The outermost copy around the block, or the block itself. */
  static last: i32 = 0
  /** The index among the active elements for the copy of the element. */
  static bookmark: i32 = 0
}

/**
 * Wraps the block in copies of the formatting elements between it and the element, and removes all other elements there from
 * the stack.
 */
function copyBetween(index: i32, furthest: i32, active: i32): void {
  const block = nodeAt(furthest)
  let last = block
  let after = formatting.at(active)
  for (let at = furthest - 1, round = 0; at > index; at--, round++) {
    const node = nodeAt(at)
    const kept = formatting.indexOf(node)
    if (kept >= 0 && round < COPIES) {
      const copy = copyOf(node, 0)
      setNodeAt(at, copy)
      formatting.set(kept, copy)
      if (last === block) after = copy
      put(last, copy)
      last = copy
    } else {
      if (kept >= 0) formatting.remove(kept)
      splice(at, 1, 0, 0)
    }
  }
  Copied.last = last
  Copied.bookmark = formatting.indexOf(after) + 1
}

/** Appends a node to a new parent, after its other children. */
function put(node: i32, parent: i32): void {
  setParent(node, parent)
  move(node, Tree.count)
}
