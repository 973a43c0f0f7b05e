import type { DocumentNode, HtmlDocument } from '../../html/document.ts'
import { charactersOf } from '../markup.ts'

/**
 * Elements of comments and transcripts, which a page shows but does not have in its scripts, because they are loaded later.
 */
export const COMMENT_ELEMENT = 'ytd-comment-thread-renderer'
export const SEGMENT_ELEMENTS = ['transcript-segment-view-model', 'ytd-transcript-segment-renderer']

/**
 * Returns the elements of this name in a saved page, in order, each from its start tag to its end tag. An element that is
 * cut off has no end tag.
 */
export const piecesOf = (html: string, name: string): string[] =>
  html
    .split(`<${name}`)
    .slice(1)
    .map(rest => {
      const end = rest.indexOf(`</${name}`)
      return end === -1 ? `<${name}${rest}` : `<${name}${rest.slice(0, end)}</${name}>`
    })

/** Returns the elements of a saved page that show comments or a transcript, without the rest of it: one text per kind. */
export const renderedIn = (html: string): string[] =>
  [COMMENT_ELEMENT, ...SEGMENT_ELEMENTS].map(name => piecesOf(html, name).join('')).filter(Boolean)

/** Returns the visible text of an element, including emoji, which are pictures; null without an element. */
export const visibleText = (html: HtmlDocument, element: DocumentNode | null): string | null =>
  charactersOf(html, element, node =>
    html.elementName(node) === 'img' ? (html.attribute(node, 'alt') ?? '') : undefined,
  )
