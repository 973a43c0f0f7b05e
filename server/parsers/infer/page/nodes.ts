import type { DocumentNode, HtmlDocument } from '../../../html/document.ts'

/** The elements around a node, the nearest first, up to `scope`, which is left out; null is the page. */
export function ancestorsOf(
  html: HtmlDocument,
  node: DocumentNode,
  scope: DocumentNode | null,
): DocumentNode[] {
  const found: DocumentNode[] = []
  for (let at = html.parent(node); at !== null && at !== scope; at = html.parent(at)) {
    if (html.elementName(at) !== null) found.push(at)
  }
  return found
}

/** The nearest node that holds all of several. */
export function commonAncestor(html: HtmlDocument, nodes: DocumentNode[]): DocumentNode | null {
  const [first, ...others] = nodes.map(node => [node, ...ancestorsOf(html, node, null)])
  const sets = others.map(line => new Set(line))
  return first?.find(node => sets.every(set => set.has(node))) ?? null
}

/** Among more siblings than these, a place says nothing, and is slow to look for. */
const MAX_SIBLINGS = 300

/** The nodes before a node among the children of its parent, the nearest first; null where they are very many. */
function nodesBefore(html: HtmlDocument, node: DocumentNode): DocumentNode[] | null {
  const parent = html.parent(node)
  if (parent === null) return []
  const children: DocumentNode[] = []
  for (let at = html.firstChild(parent); at !== null; at = html.nextSibling(at)) {
    children.push(at)
    if (children.length > MAX_SIBLINGS) return null
  }
  return children.slice(0, children.indexOf(node)).reverse()
}

/** The same, and none where they are very many. */
export const siblingsBefore = (html: HtmlDocument, node: DocumentNode): DocumentNode[] =>
  nodesBefore(html, node) ?? []

/** Which element of its name it is among its siblings, from 1; null where they are very many. */
export function placeAmongSiblings(html: HtmlDocument, node: DocumentNode): number | null {
  const name = html.elementName(node)
  const before = nodesBefore(html, node)
  return before && 1 + before.filter(sibling => html.elementName(sibling) === name).length
}

/** An element with more attributes than these is no one's work. */
const MAX_ATTRIBUTES = 60

/** The names of an element's attributes, the first of them where they are very many. */
export const attributesAmong = (html: HtmlDocument, node: DocumentNode): string[] =>
  html.attributeNames(node).slice(0, MAX_ATTRIBUTES)

/** The one element in an element that has no text beside it; null where there is no such. */
export function onlyElementIn(html: HtmlDocument, element: DocumentNode): DocumentNode | null {
  let only: DocumentNode | null = null
  for (let child = html.firstChild(element); child !== null; child = html.nextSibling(child)) {
    if (html.elementName(child) === null) {
      if ((html.characters(child) ?? '').trim() !== '') return null
      continue
    }
    if (only !== null) return null
    only = child
  }
  return only
}
