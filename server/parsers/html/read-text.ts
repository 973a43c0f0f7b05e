import type { DocumentNode, HtmlDocument } from '../../html/document.ts'
import type { Skip } from './node-readers.ts'

/** Elements that a browser draws apart from their neighbours: words on their two sides never touch. */
const APART = new Set(
  `address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset
  figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol optgroup
  option p pre search section select summary table tbody td textarea tfoot th thead title tr ul`.split(/\s+/),
)

/** Elements whose content is no text of the page, unless one of them is what a rule asks for. */
const UNREAD = new Set(['script', 'style', 'template', 'noscript'])

/**
 * The text of a node as a reader sees it: white space collapsed and trimmed, words of neighbouring blocks, lines
 * and cells apart; without what is in `skip`. A loop, since pages nest deeper than the stack.
 */
export function readText(html: HtmlDocument, root: DocumentNode, skip?: Skip): string {
  const pieces: string[] = []
  let node: DocumentNode | null = root
  while (node !== null) {
    const isSkipped: boolean = skip?.has(node) ?? false
    pieces.push((isSkipped ? null : html.characters(node)) ?? gap(html, node))
    const isRead: boolean = node === root || !(isSkipped || isUnread(html, node))
    const child: DocumentNode | null = isRead ? html.firstChild(node) : null
    node = child ?? leave(html, node, root, pieces)
  }
  return pieces.join('').replace(/\s+/g, ' ').trim()
}

/** The next node after all of `node`, with the gaps of the elements that end in between; null at the end of `root`. */
function leave(
  html: HtmlDocument,
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

function gap(html: HtmlDocument, node: DocumentNode): string {
  const name = html.elementName(node)
  return name !== null && APART.has(name) ? ' ' : ''
}

function isUnread(html: HtmlDocument, node: DocumentNode): boolean {
  const name = html.elementName(node)
  return name !== null && UNREAD.has(name)
}

/** All characters of a node as they stand. */
export function plainCharacters(html: HtmlDocument, root: DocumentNode): string {
  const pieces: string[] = []
  let node: DocumentNode | null = root
  while (node !== null) {
    pieces.push(html.characters(node) ?? '')
    node = html.firstChild(node) ?? leave(html, node, root, [])
  }
  return pieces.join('')
}
