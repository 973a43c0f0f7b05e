import type { Options } from 'css-select'
import { readAttribute } from '../read/attributes.ts'
import { readCharacters } from '../read/characters.ts'
import { TAG } from '../tree/names.ts'
import { NO_TREE, ROOT, type Tree } from '../tree/tree.ts'

type Adapter = NonNullable<Options<number, number>['adapter']>

let tree: Tree = NO_TREE
let listedParent = 0
let children: number[] = []
/** The long lists of siblings of the search, by parent or by parent and name. */
const longLists = new Map<string | number, number[]>()
/** Shorter lists are created again for each element. */
const LONG = 16

/** Makes a page available to css-select during one search. */
export function searchIn<T>(page: Tree, search: () => T): T {
  tree = page
  listedParent = -1
  try {
    return search()
  } finally {
    tree = NO_TREE
    children = []
    longLists.clear()
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
  prevElementSibling: elementBefore,
  getText: textOf,
  removeSubsets: nodes => nodes,
}

/** Returns the children of a node. The last list is cached, since `~` requests it for each sibling. */
function childrenOf(parent: number): number[] {
  if (parent === listedParent) return children
  const { end, name } = tree
  listedParent = parent
  children = []
  if (name[parent] === TAG.TEMPLATE) return children
  for (let node = parent + 1; node < end[parent]!; node = end[node]!) children.push(node)
  return children
}

/** Returns an element and its siblings, in document order; only those of the same name if `isOfType`. */
export function elementsBeside(node: number, isOfType: boolean): number[] {
  const parent = tree.parent[node]!
  const name = tree.name[node]!
  return isOfType
    ? listOf(`${parent} ${name}`, () => elementsIn(parent).filter(child => tree.name[child] === name))
    : elementsIn(parent)
}

const elementsIn = (parent: number): number[] =>
  listOf(parent, () => childrenOf(parent).filter(child => tree.name[child]! > 0))

function listOf(key: string | number, read: () => number[]): number[] {
  const list = longLists.get(key) ?? read()
  if (list.length > LONG) longLists.set(key, list)
  return list
}

function elementBefore(node: number): number | null {
  const elements = elementsBeside(node, false)
  return elements[placeIn(elements, node) - 1] ?? null
}

/** Returns the index of a node in a list in document order, in which row numbers rise. */
export function placeIn(nodes: number[], node: number): number {
  let low = 0
  let high = nodes.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (nodes[middle]! < node) low = middle + 1
    else high = middle
  }
  return low
}

function textOf(root: number): string {
  const pieces: string[] = []
  for (let node = root; node < tree.end[root]!; node++) {
    if (tree.name[node]! < 0) pieces.push(readCharacters(tree, node))
    if (tree.name[node] === TAG.TEMPLATE) node = tree.end[node]! - 1
  }
  return pieces.join('')
}
