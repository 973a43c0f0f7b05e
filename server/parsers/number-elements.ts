import type { DocumentNode, HtmlDocument, HtmlEngine } from '../html/document.ts'

/** Numbers all elements of the page from 0, in the order of `querySelectorAll('*')`. */
export function numberElements(html: HtmlDocument, engine: HtmlEngine): Map<DocumentNode, number> {
  const elements = html.select(engine.compile('*'), html.root, Number.POSITIVE_INFINITY)
  return new Map(elements.map((node, number) => [node, number]))
}
