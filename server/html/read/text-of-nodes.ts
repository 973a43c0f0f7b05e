import type { DocumentNode, HtmlDocument, SkippedNodes } from '../document.ts'
import { collapse, UNREAD_ELEMENTS, WORD_SEPARATING_ELEMENTS } from './text-borders.ts'

type NodeAccess = Pick<HtmlDocument, 'elementName' | 'characters' | 'firstChild' | 'nextSibling' | 'parent'>

/** Returns the text of a node as a reader sees it. Uses a loop, since pages may be nested deeper than the stack allows. */
export function textOfNodes(html: NodeAccess, root: DocumentNode, skip: SkippedNodes): string {
  const pieces: string[] = []
  let node: DocumentNode | null = root
  while (node !== null) {
    const isSkipped: boolean = skip.has(node)
    pieces.push((isSkipped ? null : html.characters(node)) ?? gap(html, node))
    const isRead: boolean =
      !isSkipped && (node === root || !UNREAD_ELEMENTS.has(html.elementName(node) ?? ''))
    const child: DocumentNode | null = isRead ? html.firstChild(node) : null
    node = child ?? nextAfterContent(html, node, root, pieces)
  }
  return collapse(pieces.join(''))
}

/**
 * Returns the next node after the content of `from`, or null at the end of `root`. Adds the gaps of the elements that end in
 * between.
 */
function nextAfterContent(
  html: NodeAccess,
  from: DocumentNode,
  root: DocumentNode,
  pieces: string[],
): DocumentNode | null {
  for (let node: DocumentNode | null = from; node !== null && node !== root; node = html.parent(node)) {
    if (node !== from) pieces.push(gap(html, node))
    const next = html.nextSibling(node)
    if (next !== null) return next
  }
  return null
}

const gap = (html: NodeAccess, node: DocumentNode): string =>
  WORD_SEPARATING_ELEMENTS.has(html.elementName(node) ?? '') ? ' ' : ''
