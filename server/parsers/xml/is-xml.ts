import { type Markup, startOf } from '../../html/markup.ts'

const FEEDS = /^(?:<!--[\s\S]{0,2000}?-->\s*)*<(?:\w+:)?(?:rss|feed|RDF|urlset|sitemapindex)[\s>]/
const ROOT =
  /^<\?xml[^>]*>\s*(?:<!--[\s\S]{0,2000}?-->\s*|<\?[^>]{0,2000}>\s*|<!DOCTYPE[^>[]{0,2000}(?:\[[^\]]{0,5000}\]\s*)?>\s*)*<([\w:.-]+)/

/** Whether a page is XML. A document whose root is `html` is not, even with an XML declaration. */
export function isXml(page: Markup): boolean {
  const start = startOf(page, 10_000).replace(/^[\uFEFF\s]+/, '')
  if (FEEDS.test(start)) return true
  const root = ROOT.exec(start)?.[1]
  return root !== undefined && root.toLowerCase() !== 'html'
}
