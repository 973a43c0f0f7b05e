import type { DocumentNode, HtmlDocument } from '../../html/document.ts'
import { charactersOf } from '../markup.ts'

/** What a page shows but does not hold in its scripts, because it was loaded later: the elements of comments and transcripts. */
export const COMMENT = 'ytd-comment-thread-renderer'
export const SEGMENTS = ['transcript-segment-view-model', 'ytd-transcript-segment-renderer']

/** The elements of one kind in a saved page, each from its tag to its end, in their order. One that was cut off has no end tag. */
export const piecesOf = (html: string, name: string): string[] =>
  html
    .split(`<${name}`)
    .slice(1)
    .map(rest => {
      const end = rest.indexOf(`</${name}`)
      return end === -1 ? `<${name}${rest}` : `<${name}${rest.slice(0, end)}</${name}>`
    })

/** The elements of a saved page that show comments or a transcript, without all the rest of it: one text per kind. */
export const renderedIn = (html: string): string[] =>
  [COMMENT, ...SEGMENTS].map(name => piecesOf(html, name).join('')).filter(Boolean)

/** The text of an element as shown, emoji included, which stand there as pictures; null for none. */
export const shownText = (html: HtmlDocument, element: DocumentNode | null): string | null =>
  charactersOf(html, element, node =>
    html.elementName(node) === 'img' ? (html.attribute(node, 'alt') ?? '') : undefined,
  )
