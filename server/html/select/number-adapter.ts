import type { Options } from 'css-select'
import { readAttribute } from '../read/attributes.ts'
import { readCharacters } from '../read/characters.ts'
import { TAG } from '../tree/names.ts'
import { nextElement, previousElement } from '../tree/siblings.ts'
import { NO_TREE, ROOT, type Tree } from '../tree/tree.ts'

type Adapter = NonNullable<Options<number, number>['adapter']>

let tree: Tree = NO_TREE
let searchedRoot = ROOT
let listedParent = 0
let children: number[] = []
let elementsOf = 0
let elements: number[] = []
/** The long lists of siblings of the search, by parent or by parent and name. */
const longLists = new Map<string | number, number[]>()
/** Shorter lists are created again for each element. */
const LONG = 16
/** What else is remembered during the search, by the function that created it. */
const memories = new Map<() => unknown, unknown>()

/** Makes a page available to css-select during one search, which looks for elements inside `within`. */
export function searchIn<T>(page: Tree, within: number, search: () => T): T {
  tree = page
  searchedRoot = within
  listedParent = -1
  elementsOf = -1
  try {
    return search()
  } finally {
    tree = NO_TREE
    children = []
    elements = []
    longLists.clear()
    memories.clear()
  }
}

/** Returns the page that is searched, and the node in which elements are looked for. */
export const searchedTree = (): Tree => tree
export const searchedNode = (): number => searchedRoot

/** Returns a function for a value that each search creates when it first needs it, and forgets at its end. */
export const perSearch =
  <T>(create: () => T) =>
  (): T => {
    const known = memories.get(create) as T | undefined
    if (known !== undefined) return known
    const memory = create()
    memories.set(create, memory)
    return memory
  }

/** Nodes for css-select: row numbers of the page that is searched. */
export const numberAdapter: Adapter = {
  isTag: (node): node is number => tree.name[node]! > 0,
  getAttributeValue: (node, name) => readAttribute(tree, node, name) ?? undefined,
  hasAttrib: (node, name) => readAttribute(tree, node, name) !== null,
  getName: node => tree.names.textOf(tree.name[node]!),
  getChildren: childrenOf,
  getParent: parentElement,
  getSiblings: node => childrenOf(tree.parent[node]!),
  prevElementSibling: elementBefore,
  getText: textOf,
  removeSubsets: nodes => nodes,
}

/** Returns the element around an element, or null if there is none. */
export function parentElement(node: number): number | null {
  const parent = tree.parent[node]!
  return parent === ROOT ? null : parent
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
  return isOfType ? namesakesIn(parent, tree.name[node]!) : elementsIn(parent)
}

/** Returns the elements directly inside a node. The last list is cached, as that of all children is. */
export function elementsIn(parent: number): number[] {
  if (parent !== elementsOf) {
    elementsOf = parent
    elements = longLists.get(parent) ?? childrenOf(parent).filter(child => tree.name[child]! > 0)
    if (elements.length > LONG) longLists.set(parent, elements)
  }
  return elements
}

function namesakesIn(parent: number, name: number): number[] {
  const known = longLists.get(`${parent} ${name}`)
  if (known) return known
  const all = elementsIn(parent)
  if (all.length <= LONG) return all.filter(element => tree.name[element] === name)
  for (const [of, list] of Map.groupBy(all, element => tree.name[element]!))
    longLists.set(`${parent} ${of}`, list)
  return longLists.get(`${parent} ${name}`)!
}

/** Returns the element before or after an element in its parent, or null if it is the first or last. */
export function elementBefore(node: number): number | null {
  return previousElement(tree, node)
}

export function elementAfter(node: number): number | null {
  return nextElement(tree, node)
}

/** Returns all characters inside a node unchanged. */
export function textOf(root: number): string {
  const pieces: string[] = []
  for (let node = root; node < tree.end[root]!; node++) {
    if (tree.name[node]! < 0) pieces.push(readCharacters(tree, node))
    if (tree.name[node] === TAG.TEMPLATE) node = tree.end[node]! - 1
  }
  return pieces.join('')
}
