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

type Axis = (search: XPathSearch, node: XPathNode) => XPathNode[]

/** The nodes to which a step leads from a node, nearest first. `attribute` depends on a name, and is in `paths.ts`. */
export const AXES: ReadonlyMap<string, Axis> = new Map<string, Axis>([
  ['self', (_, node) => [node]],
  ['child', children],
  ['parent', (search, node) => ancestors(search, node).slice(0, 1)],
  ['ancestor', ancestors],
  ['ancestor-or-self', (search, node) => [node, ...ancestors(search, node)]],
  ['descendant', descendants],
  ['descendant-or-self', (search, node) => [node, ...descendants(search, node)]],
  ['following-sibling', followingSiblings],
  ['preceding-sibling', precedingSiblings],
  ['following', following],
  ['preceding', preceding],
])

function children(search: XPathSearch, node: XPathNode): DocumentNode[] {
  if (isAttribute(node)) return []
  return siblingsFrom(search, firstInside(search.html, node))
}

function siblingsFrom(search: XPathSearch, first: DocumentNode | null): DocumentNode[] {
  const found: DocumentNode[] = []
  for (let at = first; at !== null; at = search.html.nextSibling(at)) {
    spend(search)
    found.push(at)
  }
  return found
}

function ancestors(search: XPathSearch, node: XPathNode): DocumentNode[] {
  const found: DocumentNode[] = []
  let at = isAttribute(node) ? node.owner : search.html.parent(node)
  for (; at !== null; at = search.html.parent(at)) {
    spend(search)
    found.push(at)
  }
  return found
}

function descendants(search: XPathSearch, node: XPathNode): DocumentNode[] {
  if (isAttribute(node)) return []
  const found: DocumentNode[] = []
  for (let at = nodeAfter(search.html, node, node); at !== null; at = nodeAfter(search.html, at, node)) {
    spend(search)
    found.push(at)
  }
  return found
}

function followingSiblings(search: XPathSearch, node: XPathNode): DocumentNode[] {
  return isAttribute(node) ? [] : siblingsFrom(search, search.html.nextSibling(node))
}

function precedingSiblings(search: XPathSearch, node: XPathNode): DocumentNode[] {
  const parent = isAttribute(node) ? null : search.html.parent(node)
  if (parent === null) return []
  const all = children(search, parent)
  return all.slice(0, all.indexOf(node)).reverse()
}

function following(search: XPathSearch, node: XPathNode): DocumentNode[] {
  const { html } = search
  const found: DocumentNode[] = []
  const from = isAttribute(node) ? node.owner : node
  for (let at = nextAfter(html, from, html.root); at !== null; at = nodeAfter(html, at, html.root)) {
    spend(search)
    found.push(at)
  }
  return found
}

function preceding(search: XPathSearch, node: XPathNode): DocumentNode[] {
  const { html } = search
  const from = isAttribute(node) ? node.owner : node
  const ancestorSet = new Set(ancestors(search, from))
  const found: DocumentNode[] = []
  for (
    let at: DocumentNode | null = html.root;
    at !== null && at !== from;
    at = nodeAfter(html, at, html.root)
  ) {
    spend(search)
    if (!ancestorSet.has(at)) found.push(at)
  }
  return found.reverse()
}
