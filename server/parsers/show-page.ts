import type { DocumentNode, HtmlDocument, HtmlEngine } from '../html/document.ts'
import { writeHtml } from './html/write-html.ts'
import { NUMBER } from './node-number.ts'
import { isXml } from './xml/xml-engine.ts'

/** A page to look at: the tree that rules read, written as HTML. */
export interface ShownPage {
  html: string
  /** The page goes on after what is shown. */
  cut: boolean
}

/** JSON, like XML, is read by rules of its own, and from no elements that a browser shows. */
const JSON_START = /^[\uFEFF\s]*[[{]/

/** What runs, leads away, fetches, or is not a part of the tree that rules read. */
const UNSHOWN = new Set([
  'script',
  'noscript',
  'template',
  'link',
  'base',
  'meta',
  'object',
  'embed',
  'plaintext',
])

/** Each element with its number among all of the page, from 0: as `querySelectorAll('*')` has them. */
export function numberElements(html: HtmlDocument, engine: HtmlEngine): Map<DocumentNode, number> {
  const elements = html.select(engine.compile('*'), html.root, Number.POSITIVE_INFINITY)
  return new Map(elements.map((node, number) => [node, number]))
}

/**
 * Writes a page so that each element of HTML carries its number in an attribute, `most` characters of it. It has no
 * scripts, and nothing in its head that fetches; styles and images are for whoever shows it to refuse.
 */
export function showPage(text: string, engine: HtmlEngine, most: number): ShownPage {
  const html = engine.parse(text)
  const numbered = !isXml(text) && !JSON_START.test(text)
  const numbers = numberElements(html, engine)
  const skip = new Set([...numbers.keys()].filter(node => UNSHOWN.has(html.elementName(node)!)))
  const added = (node: DocumentNode) => (numbered ? ` ${NUMBER}="${numbers.get(node)}"` : '')
  const written = writeHtml(html, html.root, { skip, outer: false, added, most })
  return { html: written.slice(0, most), cut: written.length > most }
}
