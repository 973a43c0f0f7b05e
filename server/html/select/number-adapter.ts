import type { Options } from 'css-select'
import { readAttribute } from '../read/attributes.ts'
import { readCharacters } from '../read/characters.ts'
import { TAG } from '../tree/names.ts'
import { NO_TREE, ROOT, type Tree } from '../tree/tree.ts'

type Adapter = NonNullable<Options<number, number>['adapter']>

let tree: Tree = NO_TREE
let listedParent = 0
let children: number[] = []

/** Makes a page available to css-select during one search. */
export function searchIn<T>(page: Tree, search: () => T): T {
  tree = page
  listedParent = -1
  try {
    return search()
  } finally {
    tree = NO_TREE
    children = []
  }
}

/** Nodes for css-select: row numbers of the page that is searched. */
export const numberAdapter: Adapter = {
  isTag: (node): node is number => tree.name[node]! > 0,
  getAttributeValue: (node, name) => readAttribute(tree, node, name) ?? undefined,
  hasAttrib: (node, name) => readAttribute(tree, node, name) !== null,
  getName: node => tree.names.textOf(tree.name[node]!),
  getChildren: childrenOf,
  getParent: node => (tree.parent[node] === ROOT ? null : tree.parent[node]!),
  getSiblings: node => childrenOf(tree.parent[node]!),
  getText: textOf,
  removeSubsets: nodes => nodes,
}

/** Returns the children of a node. The last list is cached, since `:nth-child` requests it for each sibling. */
function childrenOf(parent: number): number[] {
  if (parent === listedParent) return children
  const { end, name } = tree
  listedParent = parent
  children = []
  if (name[parent] === TAG.TEMPLATE) return children
  for (let node = parent + 1; node < end[parent]!; node = end[node]!) children.push(node)
  return children
}

function textOf(root: number): string {
  const pieces: string[] = []
  for (let node = root; node < tree.end[root]!; node++) {
    if (tree.name[node]! < 0) pieces.push(readCharacters(tree, node))
    if (tree.name[node] === TAG.TEMPLATE) node = tree.end[node]! - 1
  }
  return pieces.join('')
}
