import type { DocumentNode, HtmlDocument } from '../../html/document.ts'

/**
 * Returns all elements inside a node, in document order. A loop, not a recursion, since pages may nest deeper than the
 * stack allows.
 */
export function elementsIn(html: HtmlDocument, root: DocumentNode): DocumentNode[] {
  const found: DocumentNode[] = []
  let node: DocumentNode | null = html.firstChild(root)
  while (node !== null) {
    if (html.elementName(node) !== null) found.push(node)
    node = html.firstChild(node) ?? nextAfter(html, node, root)
  }
  return found
}

/** Returns the next node after `from` and everything in it; null at the end of `root`. */
export function nextAfter(html: HtmlDocument, from: DocumentNode, root: DocumentNode): DocumentNode | null {
  for (let node: DocumentNode | null = from; node !== null && node !== root; node = html.parent(node)) {
    const next = html.nextSibling(node)
    if (next !== null) return next
  }
  return null
}
