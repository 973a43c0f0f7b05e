import type { DocumentNode, HtmlDocument } from '../../../html/document.ts'
import { UNREAD } from '../../../html/read/text-borders.ts'

/**
 * How many characters the text of each element has, blanks not counted. One pass, so that the elements which may hold
 * a given text are found without reading them all.
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

  /** The next node, with the lengths of the elements that end before it noted. */
  function leave(from: DocumentNode): DocumentNode | null {
    for (let at: DocumentNode | null = from; at !== null; ) {
      const next = at === html.root ? null : html.nextSibling(at)
      if (next !== null) return next
      at = at === html.root ? null : html.parent(at)
      if (at !== null) note(at, total - starts.pop()!)
    }
    return null
  }

  function note(element: DocumentNode, length: number) {
    if (length > 0 && html.elementName(element) !== null) lengths.set(element, length)
  }
}

const isRead = (html: HtmlDocument, node: DocumentNode) => !UNREAD.has(html.elementName(node) ?? '')

const lengthOf = (characters: string | null) => characters?.replace(/\s+/g, '').length ?? 0

/** Elements that say no more than one element in them does. */
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

/** A text without its blanks, as texts are compared here: how a page breaks its lines says nothing. */
export const compact = (text: string) => text.replace(/[\s\u200b]+/g, '')
