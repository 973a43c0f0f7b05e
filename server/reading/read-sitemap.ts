import { decodeXML } from 'entities'
import { type Markup, startOf, textOf } from '../html/markup.ts'
import { readDate } from '../parsers/values/dates/read-date.ts'

/** An address that a sitemap lists, and when the page there changed, as a day or a moment; null where it does not say. */
export interface SitemapEntry {
  url: string
  lastmod: string | null
}

/** A sitemap lists pages; an index lists sitemaps. */
export interface Sitemap {
  isIndex: boolean
  entries: SitemapEntry[]
  /** It holds more than were read. */
  isCut: boolean
}

const ROOT = /<((?:[\w-]+:)?)(urlset|sitemapindex)[\s>]/
const MARKUP = /<(?:!doctype )?html/i
/** Characters in which its root stands. */
const START = 4_000

/** A longer entry is read up to here. */
const LONGEST_ENTRY = 20_000

/** Reads a sitemap: XML, or in plain text an address a line. Null for any other page, of which only the start is read. */
export function readSitemap(page: Markup, isPlain: boolean, most: number): Sitemap | null {
  const start = startOf(page, START)
  const [found, prefix = '', root = ''] = ROOT.exec(start) ?? []
  if (found === undefined) return isPlain ? readLines(textOf(page), most) : null
  if (MARKUP.test(start.slice(0, start.indexOf(found)))) return null
  const isIndex = root === 'sitemapindex'
  const text = withoutComments(textOf(page))
  const { entries, isCut } = readEntries(text, prefix, isIndex ? 'sitemap' : 'url', most)
  return { isIndex, entries, isCut: isCut || !text.includes(`</${prefix}${root}`) }
}

const LINE = /^https?:\/\/\S+$/i

/** Null where a line is something else. */
function readLines(text: string, most: number): Sitemap | null {
  const lines = text.split('\n', most + 1).flatMap(line => line.trim() || [])
  if (lines.length === 0 || !lines.every(line => LINE.test(line))) return null
  const entries = lines.slice(0, most).map(url => ({ url, lastmod: null }))
  return { isIndex: false, entries, isCut: lines.length > most }
}

function readEntries(text: string, prefix: string, name: string, most: number): Omit<Sitemap, 'isIndex'> {
  const entries: SitemapEntry[] = []
  const starts = text.matchAll(new RegExp(`<${prefix}${name}[\\s>]`, 'g'))
  let from: number | null = null
  for (const { index } of starts) {
    if (from !== null) addEntry(entries, text.slice(from, Math.min(index, from + LONGEST_ENTRY)), prefix)
    if (entries.length === most) return { entries, isCut: true }
    from = index
  }
  if (from !== null) addEntry(entries, text.slice(from, from + LONGEST_ENTRY), prefix)
  return { entries, isCut: false }
}

function addEntry(entries: SitemapEntry[], text: string, prefix: string): void {
  const url = contentOf(text, `${prefix}loc`)
  if (url !== '') entries.push({ url, lastmod: dateOf(contentOf(text, `${prefix}lastmod`)) })
}

const CDATA = '<![CDATA['

/** What an element holds; '' where there is none, and where the page ends in the middle of it. */
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
