import { NOWHERE, ROOT, type Tree } from './tree.ts'

/** Nodes that were put elsewhere than at the end of the rows, in turn; of one that was moved twice the last move counts. */
export interface Moves {
  nodes: number[]
  /** The row before which each of them stands among its siblings. */
  before: number[]
}

export function move({ nodes, before }: Moves, node: number, row: number): void {
  nodes.push(node)
  before.push(row)
}

/** Puts rows into document order after nodes were moved or taken out. */
export function reorder(tree: Tree, moves: Moves): Tree {
  const { firsts, nexts } = linkContent(tree, moves)
  const column = () => new Int32Array(tree.count)
  const columns = { name: column(), parent: column(), end: column(), from: column(), to: column() }
  const ordered: Tree = { ...tree, ...columns, words: column(), count: 1, more: new Map() }
  const numbers = column()
  for (let node = firsts[ROOT]!; node !== ROOT; node = nextInOrder(tree, node, firsts, nexts)) {
    const row = ordered.count++
    numbers[node] = row
    ordered.parent[row] = numbers[tree.parent[node]!]!
    ordered.name[row] = tree.name[node]!
    ordered.from[row] = tree.from[node]!
    ordered.to[row] = tree.to[node]!
    ordered.words[row] = tree.words[node]!
  }
  for (const [node, spans] of tree.more) ordered.more.set(numbers[node]!, spans)
  return ordered
}

function nextInOrder({ parent }: Tree, node: number, firsts: Int32Array, nexts: Int32Array): number {
  if (firsts[node]) return firsts[node]
  let at = node
  while (at !== ROOT && !nexts[at]) at = parent[at]!
  return at === ROOT ? ROOT : nexts[at]!
}

/** The first child and the next sibling of each node; 0 for none. */
function linkContent({ count, parent }: Tree, moves: Moves) {
  const column = () => new Int32Array(count)
  const [firsts, lasts, nexts] = [column(), column(), column()]
  const link = (node: number) => {
    const above = parent[node]!
    if (above === NOWHERE) return
    if (lasts[above]) nexts[lasts[above]] = node
    else firsts[above] = node
    lasts[above] = node
  }
  const { isMoved, arriving, following } = groupMoves(count, moves)
  for (let row = 1; row <= count; row++) {
    for (let node = arriving[row]!; node !== 0; node = following[node]!) link(node)
    if (row < count && !isMoved[row]) link(row)
  }
  return { firsts, nexts }
}

/** By row: the first node that was put before it; by node: the one put there after it. */
function groupMoves(count: number, { nodes, before }: Moves) {
  const lastMoves = new Int32Array(count).fill(-1)
  for (let index = 0; index < nodes.length; index++) lastMoves[nodes[index]!] = index
  const [arriving, latest, following] = [
    new Int32Array(count + 1),
    new Int32Array(count + 1),
    new Int32Array(count),
  ]
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]!
    if (lastMoves[node] !== index) continue
    const row = before[index]!
    if (latest[row]) following[latest[row]] = node
    else arriving[row] = node
    latest[row] = node
  }
  return { isMoved: lastMoves.map(index => (index < 0 ? 0 : 1)), arriving, following }
}
