import { AppError } from '../base/errors.ts'
import type { HtmlDocument } from '../html/document.ts'
import { readMarkdownTree } from '../parsers/html/markdown-tree.ts'
import type { PageView } from '../parsers/page-view.ts'
import { compilePattern } from '../parsers/values/pattern.ts'
import { findSections, takeBlocks } from './choose-blocks.ts'
import { findMain, type PagePart } from './find-main.ts'
import { type PageFacts, readFacts } from './page-facts.ts'
import { type PageLink, readLinks } from './page-links.ts'
import { type PageTable, readTables } from './page-tables.ts'
import type { ReadOptions } from './read-options.ts'
import { splitBlocks, type TextBlock } from './split-blocks.ts'

/** A heading, and the number of its block, to read on from. */
export interface OutlineEntry {
  level: number
  text: string
  from: number
}

export interface ReadPage extends PageFacts {
  text: string
  tokens: number
  next: number | null
  outline: OutlineEntry[]
  links: PageLink[]
  tables: PageTable[]
}

const MOST_HEADINGS = 500

/** Reads a page as text, with what it says of itself. Throws AppError `extraction_failed` where it has no text. */
export function readPage(page: PageView, options: ReadOptions): ReadPage {
  const html = page.html()
  const whole: PagePart = { root: html.root, skip: new Set() }
  const part = options.content === 'main' ? findMain(html) : whole
  const base = page.base()
  const blocks = blocksOf(html, part, base)
  if (blocks.length === 0) throw noText()
  const given = options.find === undefined ? blocks : findSections(blocks, options.find)
  return {
    ...readFacts(page),
    ...takeBlocks(given, options),
    outline: outlineOf(blocks),
    links: linksOf(html, options.links === 'all' ? whole : part, base, options),
    tables: readTables(html, part),
  }
}

const noText = () =>
  new AppError('extraction_failed', 'The page has no text.', {
    hint: 'If scripts fill the page, set `fetch.mode` to `browser`; `content: all` reads what is beside the main text, too.',
  })

function blocksOf(html: HtmlDocument, { root, skip }: PagePart, base: string | null): TextBlock[] {
  return splitBlocks(readMarkdownTree(html, root, skip, address => absolute(address, base)).children)
}

const SCHEME = /^[a-z][a-z\d+.-]*:/i
const SAFE_SCHEME = /^(?:https?|mailto|tel):/i

/** An address as it is right anywhere. One that would run something, or holds a picture itself, is left out. */
function absolute(address: string, base: string | null): string | null {
  if (address === '') return null
  const url = URL.parse(address, base ?? undefined)?.href ?? address
  return SCHEME.test(url) && !SAFE_SCHEME.test(url) ? null : url
}

const outlineOf = (blocks: TextBlock[]): OutlineEntry[] =>
  blocks
    .flatMap(({ heading, number }) => (heading === null ? [] : [{ ...heading, from: number }]))
    .slice(0, MOST_HEADINGS)

function linksOf(
  html: HtmlDocument,
  part: PagePart,
  base: string | null,
  { links, linksMatching }: ReadOptions,
): PageLink[] {
  if (links === 'none') return []
  const pattern = linksMatching === undefined ? null : compilePattern(linksMatching)
  return readLinks(html, part, base, url => pattern === null || pattern.test(url))
}
