import type { DocumentNode, HtmlDocument, Selector } from '../html/document.ts'
import { fastEngine } from '../html/fast-engine.ts'
import { childrenOf } from '../html/walk-nodes.ts'

const selectors = new Map<string, Selector>()

/** Returns the selector for `css`, compiled on first use. */
function selectorOf(css: string): Selector {
  const selector = selectors.get(css) ?? fastEngine.compile(css)
  selectors.set(css, selector)
  return selector
}

/** Parses a page, or a fragment of one, as a browser does. */
export const openMarkup = (page: string): HtmlDocument => fastEngine.parse(page)

/** Returns the elements inside a node that match a selector, in document order. */
export const allOf = (html: HtmlDocument, css: string, within: DocumentNode = html.root): DocumentNode[] =>
  html.select(selectorOf(css), within, Number.POSITIVE_INFINITY)

/** Returns the first matching element, or null. */
export const firstOf = (html: HtmlDocument, css: string, within: DocumentNode = html.root) =>
  html.select(selectorOf(css), within, 1)[0] ?? null

/** Returns the value of an attribute, or null if the element or the attribute is missing or the value is empty. */
export const attributeOf = (html: HtmlDocument, node: DocumentNode | null, name: string): string | null =>
  (node !== null && html.attribute(node, name)) || null

/**
 * Returns the trimmed text of a node, or null without a node. `instead` returns the text to use for an element: `''` leaves
 * the element out, undefined reads its content. Uses a loop, since pages may be nested deeper than the stack allows.
 */
export function charactersOf(
  html: HtmlDocument,
  root: DocumentNode | null,
  instead: (element: DocumentNode) => string | undefined,
): string | null {
  let text = ''
  const stack = root === null ? [] : [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const characters = html.characters(node) ?? instead(node)
    if (characters !== undefined) text += characters
    else for (const child of childrenOf(html, node).reverse()) stack.push(child)
  }
  return root === null ? null : text.trim()
}
