import type { DocumentNode, HtmlDocument } from '../../../html/document.ts'

/** Returns the ancestors of a node, the nearest first, up to but without `scope`; null stands for the page. */
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

/** Returns the nearest common ancestor of several nodes. */
export function commonAncestor(html: HtmlDocument, nodes: DocumentNode[]): DocumentNode | null {
  const [first, ...others] = nodes.map(node => [node, ...ancestorsOf(html, node, null)])
  const sets = others.map(line => new Set(line))
  return first?.find(node => sets.every(set => set.has(node))) ?? null
}

/** Among more siblings than these, a position says nothing, and is slow to find. */
const MAX_SIBLINGS = 300

/** Returns the siblings before a node, the nearest first; null if there are too many. */
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

/** The same, but empty if there are too many. */
export const siblingsBefore = (html: HtmlDocument, node: DocumentNode): DocumentNode[] =>
  nodesBefore(html, node) ?? []

/** Returns the position of an element among its siblings of the same name, from 1; null if there are too many siblings. */
export function positionAmongSiblings(html: HtmlDocument, node: DocumentNode): number | null {
  const name = html.elementName(node)
  const before = nodesBefore(html, node)
  return before && 1 + before.filter(sibling => html.elementName(sibling) === name).length
}

/** The maximum number of attributes to read. No hand-written element has more. */
const MAX_ATTRIBUTES = 60

/** Returns the names of an element's attributes, up to the maximum. */
export const attributesAmong = (html: HtmlDocument, node: DocumentNode): string[] =>
  html.attributeNames(node).slice(0, MAX_ATTRIBUTES)

/** Returns the only child element of an element without text beside it; null if there is no such child. */
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
