import { List } from './list.ts'
import { take } from './memory.ts'
import { addNode, furtherTags, NOWHERE, parentOf, ROOT, startAnew, Tree } from './tree.ts'

/** Nodes that were moved from the end of the rows, in order. If a node was moved twice, its last move counts. */
const nodes = new List()
/** The row before which each of them is placed among its siblings. */
const before = new List()

export function resetMoves(): void {
  nodes.reset()
  before.reset()
}

export function move(node: i32, row: i32): void {
  nodes.push(node)
  before.push(row)
}

export function hasMoves(): bool {
  return nodes.length > 0
}

/** Allocates a number per node, for reordering. */
function column(length: i32, filling: u8): usize {
  const from = take((<usize>length) << 2)
  memory.fill(from, filling, (<usize>length) << 2)
  return from
}

function at(column: usize, index: i32): i32 {
  return load<i32>(column + ((<usize>index) << 2))
}

function put(column: usize, index: i32, value: i32): void {
  store<i32>(column + ((<usize>index) << 2), value)
}

/** Sorts the rows into document order, after nodes were moved or removed. */
export function reorder(): void {
  const count = Tree.count
  const firsts = column(count, 0)
  const nexts = column(count, 0)
  linkContent(firsts, nexts)
  const numbers = column(count, 0)
  const size = (<usize>Tree.room) << 2
  const name = startAnew()
  const parent = name + size
  const from = name + 3 * size
  const to = name + 4 * size
  const words = name + 5 * size
  let node = at(firsts, ROOT)
  while (node !== ROOT) {
    const above = at(numbers, at(parent, node))
    put(numbers, node, addNode(at(name, node), above, at(from, node), at(to, node), at(words, node)))
    node = nextInOrder(parent, node, firsts, nexts)
  }
  for (let index = 0; index < furtherTags.length; index += 3)
    furtherTags.set(index, at(numbers, furtherTags.at(index)))
}

function nextInOrder(parent: usize, from: i32, firsts: usize, nexts: usize): i32 {
  if (at(firsts, from) !== 0) return at(firsts, from)
  let node = from
  while (node !== ROOT && at(nexts, node) === 0) node = at(parent, node)
  return node === ROOT ? ROOT : at(nexts, node)
}

/** Finds the first child and the next sibling of each node; 0 for none. */
function linkContent(firsts: usize, nexts: usize): void {
  const count = Tree.count
  const lasts = column(count, 0)
  // `arriving`, by row: the first node that was moved before it. `following`, by node: the next node moved there.
  const arriving = column(count + 1, 0)
  const following = column(count, 0)
  const isMoved = groupMoves(arriving, following)
  for (let row = 1; row <= count; row++) {
    for (let node = at(arriving, row); node !== 0; node = at(following, node))
      link(node, firsts, lasts, nexts)
    if (row < count && at(isMoved, row) < 0) link(row, firsts, lasts, nexts)
  }
}

function link(node: i32, firsts: usize, lasts: usize, nexts: usize): void {
  const above = parentOf(node)
  if (above === NOWHERE) return
  if (at(lasts, above) !== 0) put(nexts, at(lasts, above), node)
  else put(firsts, above, node)
  put(lasts, above, node)
}

/** Groups moves by their target row. Returns the index of the last move of each node; -1 for none. */
function groupMoves(arriving: usize, following: usize): usize {
  const lastMoves = column(Tree.count, 0xff)
  for (let index = 0; index < nodes.length; index++) put(lastMoves, nodes.at(index), index)
  const latest = column(Tree.count + 1, 0)
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes.at(index)
    if (at(lastMoves, node) !== index) continue
    const row = before.at(index)
    if (at(latest, row) !== 0) put(following, at(latest, row), node)
    else put(arriving, row, node)
    put(latest, row, node)
  }
  return lastMoves
}
