import type { DocumentNode, HtmlDocument, SkippedNodes } from '../document.ts'
import {
  collapse,
  DESCRIBING_ELEMENTS,
  DRAWINGS,
  UNREAD_ELEMENTS,
  WORD_SEPARATING_ELEMENTS,
} from './text-borders.ts'

type NodeAccess = Pick<HtmlDocument, 'elementName' | 'characters' | 'firstChild' | 'nextSibling' | 'parent'>

/**
 * Returns the text of a node as a reader sees it. Uses a loop, since pages may be nested deeper than the stack allows. What
 * describes a drawing is its text only if there is no other, as in the link of an icon.
 */
export function textOfNodes(
  html: NodeAccess,
  root: DocumentNode,
  skip: SkippedNodes,
  isDescribed = false,
): string {
  const pieces: string[] = []
  let drawing: DocumentNode | null = null
  let hasDescription = false
  let node: DocumentNode | null = root
  while (node !== null) {
    const name: string = node === root ? '' : (html.elementName(node) ?? '')
    const isSkipped: boolean = skip.has(node)
    const isDescription: boolean = drawing !== null && !isDescribed && DESCRIBING_ELEMENTS.has(name)
    if (isDescription && !isSkipped) hasDescription = true
    if (drawing === null && !isSkipped && DRAWINGS.has(name)) drawing = node
    pieces.push((isSkipped ? null : html.characters(node)) ?? gap(html, node))
    const isRead: boolean = !isSkipped && !isDescription && !UNREAD_ELEMENTS.has(name)
    const child: DocumentNode | null = isRead ? html.firstChild(node) : null
    node = child ?? nextAfterContent(html, node, root, leave)
  }
  const text = collapse(pieces.join(''))
  return text === '' && hasDescription ? textOfNodes(html, root, skip, true) : text

  function leave(element: DocumentNode, isFirst: boolean): void {
    if (!isFirst) pieces.push(gap(html, element))
    if (element === drawing) drawing = null
  }
}

/** Returns the next node after the content of `from`, or null at the end of `root`. Calls `leave` for each node that ends. */
function nextAfterContent(
  html: NodeAccess,
  from: DocumentNode,
  root: DocumentNode,
  leave: (node: DocumentNode, isFirst: boolean) => void,
): DocumentNode | null {
  for (let node: DocumentNode | null = from; node !== null && node !== root; node = html.parent(node)) {
    leave(node, node === from)
    const next = html.nextSibling(node)
    if (next !== null) return next
  }
  return null
}

const gap = (html: NodeAccess, node: DocumentNode): string =>
  WORD_SEPARATING_ELEMENTS.has(html.elementName(node) ?? '') ? ' ' : ''
