import type { DocumentNode, HtmlDocument } from '../document.ts'

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

/** The nodes before a node among the children of its parent, the nearest first. */
export function siblingsBefore(html: HtmlDocument, node: DocumentNode): DocumentNode[] {
  const before: DocumentNode[] = []
  const parent = html.parent(node)
  if (parent === null) return before
  for (let at = html.firstChild(parent); at !== null && at !== node; at = html.nextSibling(at))
    before.push(at)
  return before.reverse()
}

/** Which element of its name it is among its siblings, from 1. */
export function placeAmongSiblings(html: HtmlDocument, node: DocumentNode): number {
  const name = html.elementName(node)
  return 1 + siblingsBefore(html, node).filter(sibling => html.elementName(sibling) === name).length
}
