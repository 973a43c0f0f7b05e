import type { DocumentNode, HtmlDocument, Selector } from '../html/document.ts'
import { fastEngine } from '../html/fast-engine.ts'

const compiled = new Map<string, Selector>()

/** A selector of a reader, compiled at its first use. */
function selectorOf(css: string): Selector {
  const known = compiled.get(css) ?? fastEngine.compile(css)
  compiled.set(css, known)
  return known
}

/** A page, or a piece of one, as a browser reads it. */
export const openMarkup = (page: string): HtmlDocument => fastEngine.parse(page)

/** What a selector finds inside a node, in document order. */
export const allOf = (html: HtmlDocument, css: string, within: DocumentNode = html.root): DocumentNode[] =>
  html.select(selectorOf(css), within, Number.POSITIVE_INFINITY)

/** The first of these; null for none. */
export const firstOf = (html: HtmlDocument, css: string, within: DocumentNode = html.root) =>
  html.select(selectorOf(css), within, 1)[0] ?? null

/** The value of an attribute; null where it, or its element, is absent or it is empty. */
export const attributeOf = (html: HtmlDocument, node: DocumentNode | null, name: string): string | null =>
  (node !== null && html.attribute(node, name)) || null

/**
 * The characters of a node as they stand, trimmed; null without a node. `instead` returns the text of an element that is
 * not gone into: `''` leaves it out, undefined goes into it. A loop: pages nest deeper than the stack.
 */
export function charactersOf(
  html: HtmlDocument,
  root: DocumentNode | null,
  instead: (element: DocumentNode) => string | undefined,
): string | null {
  let text = ''
  const open = root === null ? [] : [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const characters = html.characters(node) ?? instead(node)
    if (characters === undefined) open.push(...childrenOf(html, node).reverse())
    else text += characters
  }
  return root === null ? null : text.trim()
}

function childrenOf(html: HtmlDocument, node: DocumentNode): DocumentNode[] {
  const children: DocumentNode[] = []
  for (let child = html.firstChild(node); child !== null; child = html.nextSibling(child))
    children.push(child)
  return children
}
