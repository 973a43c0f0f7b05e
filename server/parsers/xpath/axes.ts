import type { DocumentNode } from '../../html/document.ts'
import { nextAfter } from '../../html/walk-nodes.ts'
import {
  firstInside,
  isAttribute,
  nodeAfter,
  spend,
  type XPathNode,
  type XPathSearch,
} from './xpath-value.ts'

type Axis = (search: XPathSearch, node: XPathNode) => Iterable<XPathNode>

/** The nodes to which a step leads from a node, nearest first. `attribute` depends on a name, and is in `paths.ts`. */
export const AXES: ReadonlyMap<string, Axis> = new Map<string, Axis>([
  ['self', (_, node) => [node]],
  ['child', children],
  ['parent', parent],
  ['ancestor', ancestors],
  ['ancestor-or-self', (search, node) => withSelf(node, ancestors(search, node))],
  ['descendant', descendants],
  ['descendant-or-self', (search, node) => withSelf(node, descendants(search, node))],
  ['following-sibling', followingSiblings],
  ['preceding-sibling', precedingSiblings],
  ['following', following],
  ['preceding', preceding],
])

function* withSelf(node: XPathNode, others: Iterable<XPathNode>): Iterable<XPathNode> {
  yield node
  yield* others
}

function children(search: XPathSearch, node: XPathNode): Iterable<DocumentNode> {
  return isAttribute(node) ? [] : siblingsFrom(search, firstInside(search.html, node))
}

function* siblingsFrom(search: XPathSearch, first: DocumentNode | null): Iterable<DocumentNode> {
  for (let at = first; at !== null; at = search.html.nextSibling(at)) {
    spend(search)
    yield at
  }
}

const parentOf = ({ html }: XPathSearch, node: XPathNode): DocumentNode | null =>
  isAttribute(node) ? node.owner : html.parent(node)

function parent(search: XPathSearch, node: XPathNode): Iterable<DocumentNode> {
  const found = parentOf(search, node)
  return found === null ? [] : [found]
}

function* ancestors(search: XPathSearch, node: XPathNode): Iterable<DocumentNode> {
  for (let at = parentOf(search, node); at !== null; at = search.html.parent(at)) {
    spend(search)
    yield at
  }
}

function* descendants(search: XPathSearch, node: XPathNode): Iterable<DocumentNode> {
  if (isAttribute(node)) return
  for (let at = nodeAfter(search.html, node, node); at !== null; at = nodeAfter(search.html, at, node)) {
    spend(search)
    yield at
  }
}

function followingSiblings(search: XPathSearch, node: XPathNode): Iterable<DocumentNode> {
  return isAttribute(node) ? [] : siblingsFrom(search, search.html.nextSibling(node))
}

function* precedingSiblings(search: XPathSearch, node: XPathNode): Iterable<DocumentNode> {
  if (isAttribute(node)) return
  const { html } = search
  for (let at = html.previousSibling(node); at !== null; at = html.previousSibling(at)) {
    spend(search)
    yield at
  }
}

function* following(search: XPathSearch, node: XPathNode): Iterable<DocumentNode> {
  const { html } = search
  const from = isAttribute(node) ? node.owner : node
  for (let at = nextAfter(html, from, html.root); at !== null; at = nodeAfter(html, at, html.root)) {
    spend(search)
    yield at
  }
}

function* preceding(search: XPathSearch, node: XPathNode): Iterable<DocumentNode> {
  const from = isAttribute(node) ? node.owner : node
  const around = new Set(ancestors(search, from))
  for (let at = nodeBefore(search, from); at !== null; at = nodeBefore(search, at)) {
    spend(search)
    if (!around.has(at)) yield at
  }
}

/** Returns the node before another in document order: the last inside the sibling before it, or its parent. */
function nodeBefore(search: XPathSearch, node: DocumentNode): DocumentNode | null {
  const around = search.html.parent(node)
  if (around === null) return null
  let before = search.html.previousSibling(node)
  if (before === null) return around
  while (firstInside(search.html, before) !== null) before = lastInside(search, before)
  return before
}

/** Returns the last node directly inside another, which has some. Found once in a search: nothing leads to it but its siblings. */
function lastInside(search: XPathSearch, around: DocumentNode): DocumentNode {
  search.last ??= new Map()
  let last = search.last.get(around)
  if (last !== undefined) return last
  for (last of children(search, around));
  search.last.set(around, last!)
  return last!
}
