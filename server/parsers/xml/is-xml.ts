import { type Markup, startOf } from '../../html/markup.ts'

/** The characters of a page in which its root is searched for. */
const START_LENGTH = 10_000

const COMMENT = /<!--[\s\S]*?-->\s*/y
/** A comment, a declaration or a processing instruction, or the document type. */
const BEFORE_ROOT = /(?:<!--[\s\S]*?-->|<\?[^>]*>|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>)\s*/y
const FEED = /<(?:\w+:)?(?:rss|feed|RDF|urlset|sitemapindex)[\s>]/y
const ROOT = /<([\w:.-]+)/y

/** Whether a page is XML. A document whose root is `html` is not, even with an XML declaration. */
export function isXml(page: Markup): boolean {
  const start = startOf(page, START_LENGTH).replace(/^[\uFEFF\s]+/, '')
  if (matchBehind(COMMENT, FEED, start)) return true
  if (!start.startsWith('<?xml')) return false
  const root = matchBehind(BEFORE_ROOT, ROOT, start)?.[1]
  return root !== undefined && root.toLowerCase() !== 'html'
}

/**
 * Matches a pattern behind everything that `skipped` matches. The parts are matched one by one, because a pattern that
 * repeats them tries each way to divide a page of comments: it takes twice as long for each comment more.
 */
function matchBehind(skipped: RegExp, pattern: RegExp, text: string): RegExpExecArray | null {
  let end = 0
  for (skipped.lastIndex = 0; skipped.test(text); ) end = skipped.lastIndex
  pattern.lastIndex = end
  return pattern.exec(text)
}
