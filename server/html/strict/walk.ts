import { type AnyNode, hasChildren, isTag } from 'domhandler'

/**
 * The node after `node` in document order that still lies inside `within`; null at its end.
 * The content of a template is not part of the page.
 */
export function following(node: AnyNode, within: AnyNode): AnyNode | null {
  const child = childrenOf(node)[0]
  if (child) return child
  for (let at: AnyNode | null = node; at && at !== within; at = at.parent) {
    if (at.next) return at.next
  }
  return null
}

/** All characters below a node as they stand. A loop: pages nest deeper than the stack. */
export function plainText(root: AnyNode): string {
  const pieces: string[] = []
  for (let node: AnyNode | null = root; node; node = following(node, root)) {
    if (node.type === 'text') pieces.push(node.data)
  }
  return pieces.join('')
}

function childrenOf(node: AnyNode): AnyNode[] {
  if (!hasChildren(node) || isTemplate(node)) return []
  return node.children
}

/** What is read from XML has no namespace: no element of it is a template. */
export const isTemplate = (node: AnyNode): boolean =>
  isTag(node) && node.name === 'template' && node.namespace !== undefined
