import { selectOne } from 'css-select'
import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import { parseFragment } from 'parse5'
import { adapter } from 'parse5-htmlparser2-tree-adapter'

/** What a page shows but does not hold in its scripts, because it was loaded later: the elements of comments and transcripts. */
export const COMMENT = 'ytd-comment-thread-renderer'
export const SEGMENTS = ['transcript-segment-view-model', 'ytd-transcript-segment-renderer']

/** The elements of one kind in a saved page, each from its tag to its end, in their order. */
export const piecesOf = (html: string, name: string): string[] =>
  html
    .split(`<${name}`)
    .slice(1)
    .map(rest => `<${name}${rest.split(`</${name}`, 1)[0]}`)

/** The elements of a saved page that show comments or a transcript, without all the rest of it: one text per kind. */
export const renderedIn = (html: string): string[] =>
  [COMMENT, ...SEGMENTS].map(name => piecesOf(html, name).join('')).filter(Boolean)

/** The root of a piece. */
export const elementOf = (piece: string) => parseFragment(piece, { treeAdapter: adapter })

/** The first element below another one that a selector fits. */
export const firstElement = (root: AnyNode, selector: string): Element | null => selectOne(selector, root)

/** The text of an element as shown, emoji included, which stand there as pictures; null for none. */
export function shownText(element: Element | null): string | null {
  if (!element) return null
  let text = ''
  const open: AnyNode[] = [element]
  while (open.length > 0) {
    const node = open.pop()!
    if (isText(node)) text += node.data
    if (isTag(node)) {
      if (node.name === 'img') text += node.attribs.alt ?? ''
      open.push(...node.children.toReversed())
    }
  }
  return text.trim()
}
