import type { DocumentNode, HtmlDocument, HtmlEngine } from '../html/document.ts'
import { writeHtml } from '../parsers/html/write-html.ts'
import { NUMBER } from '../parsers/node-number.ts'
import { numberElements } from '../parsers/number-elements.ts'
import { baseOf } from '../parsers/values/read-url.ts'
import { isXml } from '../parsers/xml/is-xml.ts'
import { createEmbedding } from './embedding.ts'
import type { Resources } from './resources.ts'
import { writeElements } from './write-elements.ts'

/** A page to look at: the tree that rules read, written as HTML. */
export interface ShownPage {
  html: string
  /** The page goes on after what is shown. */
  cut: boolean
  /** Addresses of style sheets, pictures and fonts that nobody has tried yet, what it needs most first. */
  missing: string[]
}

/** How a page is to be shown. */
export interface ShowOptions {
  /** Characters of it, without its resources. */
  most: number
  /** Its address, which its resources are relative to. */
  url: string | undefined
  resources: Resources
}

/** JSON, like XML, is read by rules of its own, and from no elements that a browser shows. */
const JSON_START = /^[\uFEFF\s]*[[{]/
const NO_SKIP: ReadonlySet<DocumentNode> = new Set()

/**
 * Writes a page so that each element of HTML carries its number in an attribute. It has no scripts, and nothing in it
 * fetches: style sheets, pictures and fonts are inside, as far as they are available.
 */
export function showPage(text: string, engine: HtmlEngine, { most, url, resources }: ShowOptions): ShownPage {
  const html = engine.parse(text)
  const isNumbered = !isXml(text) && !JSON_START.test(text)
  const numbers = numberElements(html, engine)
  const numbered = (node: DocumentNode) => (isNumbered ? ` ${NUMBER}="${numbers.get(node)}"` : '')
  const embedding = createEmbedding(resources)
  const writing = writeElements(html, embedding, { base: baseIn(html, engine, url), numbered })
  const written = writeHtml(html, html.root, { skip: NO_SKIP, outer: false, most, ...writing })
  return {
    html: embedding.finish(written.slice(0, most)),
    cut: written.length > most,
    missing: embedding.missing(),
  }
}

function baseIn(html: HtmlDocument, engine: HtmlEngine, url: string | undefined): string | null {
  const [base] = html.select(engine.compile('base[href]'), html.root, 1)
  return baseOf(base === undefined ? undefined : html.attribute(base, 'href')!, url)
}
