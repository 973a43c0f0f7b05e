import type { DocumentNode, HtmlDocument, Skip } from '../../html/document.ts'
import { nextAfter } from './elements-in.ts'

const NO_SKIP: Skip = new Set()

/** The text of a node as a reader sees it, without what is in `skip`. */
export const readText = (html: HtmlDocument, root: DocumentNode, skip = NO_SKIP): string =>
  html.text(root, skip)

/** All characters of a node as they stand. A loop, since pages nest deeper than the stack. */
export function plainCharacters(html: HtmlDocument, root: DocumentNode): string {
  const pieces: string[] = []
  let node: DocumentNode | null = root
  while (node !== null) {
    pieces.push(html.characters(node) ?? '')
    node = html.firstChild(node) ?? nextAfter(html, node, root)
  }
  return pieces.join('')
}
