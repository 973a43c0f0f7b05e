import { decodeXML } from 'entities'
import { type Markup, startOf, textOf } from '../../html/markup.ts'
import { readDate } from '../../parsers/values/dates/read-date.ts'

/** An address in a sitemap, and when its page changed, as a day or an instant; null if the sitemap does not say. */
interface SitemapEntry {
  url: string
  lastmod: string | null
}

/** A sitemap, which lists pages, or an index, which lists sitemaps. */
export interface Sitemap {
  isIndex: boolean
  entries: SitemapEntry[]
  /** Whether the file has more entries than were read. */
  isCut: boolean
}

const ROOT = /<((?:[\w-]+:)?)(urlset|sitemapindex)[\s>]/
const MARKUP = /<(?:!doctype )?html/i
/** Number of characters at the start of a file in which to look for the root element. */
const START_LENGTH = 4_000

/** Maximum number of characters to read of an entry. */
const MAX_ENTRY_LENGTH = 20_000

/**
 * Reads a sitemap: XML, or plain text with an address per line. Returns null for any other page after reading only its
 * start.
 */
export function readSitemap(page: Markup, isPlain: boolean, maxEntries: number): Sitemap | null {
  const start = startOf(page, START_LENGTH)
  const [rootTag, prefix = '', root = ''] = ROOT.exec(start) ?? []
  if (rootTag === undefined) return isPlain ? readLines(textOf(page), maxEntries) : null
  if (MARKUP.test(start.slice(0, start.indexOf(rootTag)))) return null
  const isIndex = root === 'sitemapindex'
  const text = withoutComments(textOf(page))
  const { entries, isCut } = readEntries(text, prefix, isIndex ? 'sitemap' : 'url', maxEntries)
  return { isIndex, entries, isCut: isCut || !text.includes(`</${prefix}${root}`) }
}

const LINE = /^https?:\/\/\S+$/i

/** Returns null if any line is not an address. */
function readLines(text: string, maxEntries: number): Sitemap | null {
  const lines = text.split('\n', maxEntries + 1).flatMap(line => line.trim() || [])
  if (lines.length === 0 || !lines.every(line => LINE.test(line))) return null
  const entries = lines.slice(0, maxEntries).map(url => ({ url, lastmod: null }))
  return { isIndex: false, entries, isCut: lines.length > maxEntries }
}

function readEntries(
  text: string,
  prefix: string,
  name: string,
  maxEntries: number,
): Omit<Sitemap, 'isIndex'> {
  const entries: SitemapEntry[] = []
  const starts = text.matchAll(new RegExp(`<${prefix}${name}[\\s>]`, 'g'))
  let from: number | null = null
  for (const { index } of starts) {
    if (from !== null) addEntry(entries, text.slice(from, Math.min(index, from + MAX_ENTRY_LENGTH)), prefix)
    if (entries.length === maxEntries) return { entries, isCut: true }
    from = index
  }
  if (from !== null) addEntry(entries, text.slice(from, from + MAX_ENTRY_LENGTH), prefix)
  return { entries, isCut: false }
}

function addEntry(entries: SitemapEntry[], text: string, prefix: string): void {
  const url = contentOf(text, `${prefix}loc`)
  if (url !== '') entries.push({ url, lastmod: dateOf(contentOf(text, `${prefix}lastmod`)) })
}

const CDATA = '<![CDATA['

/** Returns the content of an element, or '' if the element is missing or cut off by the end of the page. */
function contentOf(text: string, name: string): string {
  const at = text.indexOf(`<${name}>`)
  if (at < 0) return ''
  const from = at + name.length + 2
  const end = text.indexOf(`</${name}`, from)
  if (end < 0) return ''
  const value = text.slice(from, end).trim()
  return value.startsWith(CDATA) ? value.slice(CDATA.length).replace(']]>', '').trim() : decodeXML(value)
}

function dateOf(text: string): string | null {
  if (text === '') return null
  const date = readDate(text, true, {}, undefined).value ?? readDate(text, false, {}, undefined).value
  return typeof date === 'string' ? date : null
}

function withoutComments(text: string): string {
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf('<!--'); at >= 0; at = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', at)
    parts.push(text.slice(from, at))
    from = end < 0 ? text.length : end + 3
  }
  return from === 0 ? text : parts.join('') + text.slice(from)
}
