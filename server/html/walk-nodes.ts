import type { DocumentNode, HtmlDocument } from './document.ts'

/** Returns the elements and texts directly inside a node. */
export function childrenOf(html: HtmlDocument, parent: DocumentNode): DocumentNode[] {
  const children: DocumentNode[] = []
  for (let child = html.firstChild(parent); child !== null; child = html.nextSibling(child))
    children.push(child)
  return children
}

/** Returns the elements directly inside a node. */
export function childElements(html: HtmlDocument, parent: DocumentNode): DocumentNode[] {
  const found: DocumentNode[] = []
  for (let child = html.firstChild(parent); child !== null; child = html.nextSibling(child))
    if (html.elementName(child) !== null) found.push(child)
  return found
}

/** Whether a node holds elements, not only text. */
export function hasElements(html: HtmlDocument, parent: DocumentNode): boolean {
  for (let child = html.firstChild(parent); child !== null; child = html.nextSibling(child))
    if (html.elementName(child) !== null) return true
  return false
}

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

/** Whether one of the elements inside a node has such a name. Looks no further than the first of them. */
export function hasNamed(html: HtmlDocument, root: DocumentNode, isOne: (name: string) => boolean): boolean {
  let node: DocumentNode | null = html.firstChild(root)
  while (node !== null) {
    if (isOne(html.elementName(node) ?? '')) return true
    node = html.firstChild(node) ?? nextAfter(html, node, root)
  }
  return false
}

/** Whether at most so many elements and texts are inside a node. Looks no further than the first one too many. */
export function hasAtMost(html: HtmlDocument, root: DocumentNode, count: number): boolean {
  let left = count
  let node: DocumentNode | null = html.firstChild(root)
  while (node !== null && left-- > 0) node = html.firstChild(node) ?? nextAfter(html, node, root)
  return node === null
}

/** Returns the next node after `from` and everything in it; null at the end of `root`. */
export function nextAfter(html: HtmlDocument, from: DocumentNode, root: DocumentNode): DocumentNode | null {
  for (let node: DocumentNode | null = from; node !== null && node !== root; node = html.parent(node)) {
    const next = html.nextSibling(node)
    if (next !== null) return next
  }
  return null
}

/** Returns a node and the nodes around it, the innermost first. */
export function* selfAndAncestors(html: HtmlDocument, node: DocumentNode): Generator<DocumentNode> {
  for (let ancestor: DocumentNode | null = node; ancestor !== null; ancestor = html.parent(ancestor))
    yield ancestor
}

/** Whether a node is one of several nodes, or at most so many levels inside one. */
export function isInAny(
  html: HtmlDocument,
  node: DocumentNode,
  nodes: ReadonlySet<DocumentNode>,
  levels = Number.POSITIVE_INFINITY,
): boolean {
  let level = 0
  for (const ancestor of selfAndAncestors(html, node)) {
    if (nodes.has(ancestor)) return true
    if (++level > levels) return false
  }
  return false
}
