import type { DocumentNode, HtmlDocument } from '../../../html/document.ts'
import { UNREAD_ELEMENTS } from '../../../html/read/text-borders.ts'

/**
 * Returns the number of characters in the text of each element, without white space. One pass, so that elements that may
 * contain a given text are found without reading all of them.
 */
export function textLengths(html: HtmlDocument): Map<DocumentNode, number> {
  const lengths = new Map<DocumentNode, number>()
  const starts: number[] = []
  let total = 0
  let node: DocumentNode | null = html.root
  while (node !== null) {
    total += lengthOf(html.characters(node))
    const child: DocumentNode | null = isRead(html, node) ? html.firstChild(node) : null
    if (child !== null) {
      starts.push(total)
      node = child
      continue
    }
    node = leave(node)
  }
  return lengths

  /** Returns the next node, after recording the lengths of the elements that end before it. */
  function leave(from: DocumentNode): DocumentNode | null {
    for (let at: DocumentNode | null = from; at !== null; ) {
      const next = at === html.root ? null : html.nextSibling(at)
      if (next !== null) return next
      at = at === html.root ? null : html.parent(at)
      if (at !== null) recordLength(at, total - starts.pop()!)
    }
    return null
  }

  function recordLength(element: DocumentNode, length: number) {
    if (length > 0 && html.elementName(element) !== null) lengths.set(element, length)
  }
}

const isRead = (html: HtmlDocument, node: DocumentNode) => !UNREAD_ELEMENTS.has(html.elementName(node) ?? '')

const lengthOf = (characters: string | null) => characters?.replace(/\s+/g, '').length ?? 0

/** Returns the elements that have no more text than an element inside them. */
export function wrappersAmong(
  html: HtmlDocument,
  lengths: ReadonlyMap<DocumentNode, number>,
): ReadonlySet<DocumentNode> {
  const wrappers = new Set<DocumentNode>()
  for (const [node, length] of lengths) {
    const parent = html.parent(node)
    if (parent !== null && lengths.get(parent) === length) wrappers.add(parent)
  }
  return wrappers
}

/** Removes white space from a text for comparison: line breaks in a page mean nothing. */
export const compact = (text: string) => text.replace(/[\s\u200b]+/g, '')
