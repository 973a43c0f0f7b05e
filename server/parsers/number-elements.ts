import type { DocumentNode, HtmlDocument, HtmlEngine } from '../html/document.ts'

/** Each element with its number among all of the page, from 0: as `querySelectorAll('*')` has them. */
export function numberElements(html: HtmlDocument, engine: HtmlEngine): Map<DocumentNode, number> {
  const elements = html.select(engine.compile('*'), html.root, Number.POSITIVE_INFINITY)
  return new Map(elements.map((node, number) => [node, number]))
}
