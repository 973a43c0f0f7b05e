import type { DocumentNode, HtmlDocument, Selector, Skip } from '../../html/document.ts'
import { readFormValue } from './read-form-value.ts'
import { readImage } from './read-image.ts'
import { readText } from './read-text.ts'
import { writeHtml } from './write-html.ts'
import { writeMarkdown } from './write-markdown.ts'

/** Reads a node of a page; null for nothing. */
export type NodeReader = (html: HtmlDocument, node: DocumentNode, skip: Skip) => string | null

const READERS = {
  text: readText,
  own_text: readOwnText,
  html: (html, node, skip) => writeHtml(html, node, { skip, outer: false }),
  outer_html: (html, node, skip) => writeHtml(html, node, { skip, outer: true }),
  markdown: writeMarkdown,
  image: readImage,
  value: readFormValue,
} satisfies Record<string, NodeReader>

/** How a node can be read, beside its attributes. */
export const READ_WORDS = Object.keys(READERS)

export function nodeReader(word: string): NodeReader {
  if (!word.startsWith('@')) return READERS[word as keyof typeof READERS]
  const name = word.slice(1)
  return (html, node) => html.attribute(node, name)?.trim() ?? null
}

/** The text of an element without that of the elements in it. */
function readOwnText(html: HtmlDocument, node: DocumentNode): string {
  const pieces: string[] = [html.characters(node) ?? '']
  for (let child = html.firstChild(node); child !== null; child = html.nextSibling(child)) {
    pieces.push(html.characters(child) ?? ' ')
  }
  return pieces.join('').replace(/\s+/g, ' ').trim()
}

export const NO_SKIP: Skip = new Set()

/** What a selector leaves out of a node. */
export function skipped(html: HtmlDocument, node: DocumentNode, remove: Selector | null): Skip {
  return remove ? new Set(html.select(remove, node, Number.POSITIVE_INFINITY)) : NO_SKIP
}
