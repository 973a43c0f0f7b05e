import { type AnyNode, hasChildren, isTag } from 'domhandler'

/**
 * Returns the node after `node` in document order inside `within`, or null at its end. Skips the content of templates, which
 * is not part of the page.
 */
export function nextNode(node: AnyNode, within: AnyNode): AnyNode | null {
  const child = childrenOf(node)[0]
  if (child) return child
  for (let at: AnyNode | null = node; at && at !== within; at = at.parent) {
    if (at.next) return at.next
  }
  return null
}

/** Returns all characters inside a node unchanged. Uses a loop, since pages may be nested deeper than the stack allows. */
export function plainText(root: AnyNode): string {
  const pieces: string[] = []
  for (let node: AnyNode | null = root; node; node = nextNode(node, root)) {
    if (node.type === 'text') pieces.push(node.data)
  }
  return pieces.join('')
}

function childrenOf(node: AnyNode): AnyNode[] {
  if (!hasChildren(node) || isTemplate(node)) return []
  return node.children
}

/** Whether a node is a template. Nodes from XML have no namespace, so they never are. */
export const isTemplate = (node: AnyNode): boolean =>
  isTag(node) && node.name === 'template' && node.namespace !== undefined
