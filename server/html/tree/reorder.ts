import type { Tree } from './tree.ts'

/**
 * Puts rows into document order after nodes were moved. `moved` tells for each such node how many nodes there were
 * when it came to the end of its parent's content: it stands before those that came later.
 */
export function reorder(tree: Tree, moved: Map<number, number>): Tree {
  const { firsts, nexts } = linkContent(tree, moved)
  const ordered: Tree = { ...tree, count: 1, more: new Map() }
  for (const column of ['name', 'parent', 'end', 'from', 'to', 'words'] as const) {
    ordered[column] = new Int32Array(tree.count)
  }
  const numbers = new Int32Array(tree.count)
  for (let node = firsts[0]!; node !== 0; node = nextInOrder(tree, node, firsts, nexts)) {
    const row = ordered.count++
    numbers[node] = row
    ordered.parent[row] = numbers[tree.parent[node]!]!
    for (const column of ['name', 'from', 'to', 'words'] as const) ordered[column][row] = tree[column][node]!
  }
  for (const [node, spans] of tree.more) ordered.more.set(numbers[node]!, spans)
  return ordered
}

function nextInOrder({ parent }: Tree, node: number, firsts: Int32Array, nexts: Int32Array): number {
  if (firsts[node]) return firsts[node]
  let at = node
  while (at !== 0 && !nexts[at]) at = parent[at]!
  return at === 0 ? 0 : nexts[at]!
}

/** The first child and the next sibling of each node; 0 for none. */
function linkContent({ count, parent }: Tree, moved: Map<number, number>) {
  const column = () => new Int32Array(count)
  const [firsts, lasts, nexts] = [column(), column(), column()]
  const link = (node: number) => {
    const above = parent[node]!
    if (lasts[above]) nexts[lasts[above]] = node
    else firsts[above] = node
    lasts[above] = node
  }
  const late = [...moved].sort(([, one], [, other]) => one - other)
  let waiting = 0
  for (let node = 1; node <= count; node++) {
    while (waiting < late.length && late[waiting]![1] === node) link(late[waiting++]![0])
    if (node < count && !moved.has(node)) link(node)
  }
  return { firsts, nexts }
}
