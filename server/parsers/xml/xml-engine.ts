import type { HtmlEngine } from '../../html/document.ts'
import { type Markup, startOf, textOf } from '../../html/markup.ts'
import { compileCss } from '../../html/strict/compile-css.ts'
import { documentOf } from '../../html/strict/tree-document.ts'
import { readXml } from './read-xml.ts'

/** XML as a document: names keep their capitals, no element has a meaning of its own. */
export const xmlEngine: HtmlEngine = {
  compile: css => compileCss(css, { xmlMode: true }),
  parse: page => documentOf(readXml(textOf(page))),
}

const FEEDS = /^(?:<!--[\s\S]{0,2000}?-->\s*)*<(?:\w+:)?(?:rss|feed|RDF|urlset|sitemapindex)[\s>]/
const ROOT =
  /^<\?xml[^>]*>\s*(?:<!--[\s\S]{0,2000}?-->\s*|<\?[^>]{0,2000}>\s*|<!DOCTYPE[^>[]{0,2000}(?:\[[^\]]{0,5000}\]\s*)?>\s*)*<([\w:.-]+)/

/** Whether a page is XML, and no page that calls itself so. */
export function isXml(page: Markup): boolean {
  const start = startOf(page, 10_000).replace(/^[\uFEFF\s]+/, '')
  if (FEEDS.test(start)) return true
  const root = ROOT.exec(start)?.[1]
  return root !== undefined && root.toLowerCase() !== 'html'
}
