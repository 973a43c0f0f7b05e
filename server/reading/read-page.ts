import { AppError } from '../base/errors.ts'
import type { HtmlDocument } from '../html/document.ts'
import { fastEngine } from '../html/fast-engine.ts'
import { readMarkdownTree } from '../parsers/html/markdown/read-tree.ts'
import type { PageView } from '../parsers/page-view.ts'
import { compilePattern } from '../parsers/values/pattern.ts'
import { readUrl } from '../parsers/values/read-url.ts'
import { findSections, takeBlocks } from './choose-blocks.ts'
import { countWords } from './count-words.ts'
import { findMain, type PagePart } from './find-main.ts'
import { type Footnotes, findFootnotes } from './footnotes.ts'
import { type PageLink, readLinks } from './links/page-links.ts'
import { NO_FACTS, type PageFacts, readFacts } from './page-facts.ts'
import { type PageTable, readTables } from './page-tables.ts'
import { plainText } from './plain-text.ts'
import type { ReadOptions } from './read-options.ts'
import { splitBlocks, type TextBlock } from './split-blocks.ts'

/** A heading, with the number of its block to continue reading from. */
interface OutlineEntry {
  level: number
  text: string
  from: number
}

export interface ReadPage extends PageFacts {
  text: string
  tokens: number
  next: number | null
  /** Why `text` is empty although the page has text; null if it is not empty. */
  empty_reason: string | null
  outline: OutlineEntry[]
  links: PageLink[]
  tables: PageTable[]
  /** Whether the page has scripts and so few words that these scripts probably fill it. */
  isShell: boolean
  /** Words in the whole text of the page, counted up to the threshold for a shell. */
  words: number
}

const MAX_HEADINGS = 500
const MAX_LINKS = 1_000

/** Reads a page as text, with its metadata. Throws AppError `extraction_failed` if the page has no text. */
export function readPage(page: PageView, options: ReadOptions): ReadPage {
  const html = page.html()
  const wholePage: PagePart = { root: html.root, skip: new Set() }
  const part = options.content === 'main' ? findMain(html) : wholePage
  const base = page.base()
  const footnotes = findFootnotes(html, address => safeAddress(address, base))
  const blocks = blocksOf(html, part, base, footnotes)
  if (blocks.length === 0) throw noText(framesOf(html, base))
  const words = wordsIn(blocks, SHELL_WORDS)
  const selected = options.find === undefined ? blocks : findSections(blocks, options.find)
  return {
    ...readFacts(page, () => (options.content === 'main' ? part : findMain(html)).root),
    ...takeBlocks(selected, options, footnotes.noteOf),
    empty_reason: whyEmpty(selected, options),
    outline: outlineOf(blocks),
    links: linksOf(html, options.links === 'all' ? wholePage : part, base, options),
    tables: readTables(html, part, footnotes.references),
    isShell: words < SHELL_WORDS && html.select(SCRIPT, html.root, 1).length > 0,
    words,
  }
}

function whyEmpty(selected: TextBlock[], { find, from }: ReadOptions): string | null {
  if (selected.some(({ number }) => number >= from)) return null
  if (selected.length === 0)
    return `No section has all of these words: ${JSON.stringify(find)}. Try fewer words, or read on from a heading of \`outline\`.`
  const sections = find === undefined ? 'The text' : 'What was found'
  return `${sections} ends before block ${from}: the last one is ${selected.at(-1)!.number}. Use a smaller \`from\`.`
}

/** Scripts that run, unlike JSON data. */
const SCRIPT = fastEngine.compile('script:not([type*="json"])')
/** Threshold for a shell: “Loading…”, “Please enable JavaScript” and a menu have fewer words than this. */
const SHELL_WORDS = 50

function wordsIn(blocks: TextBlock[], maxWords: number): number {
  let words = 0
  for (const { nodes } of blocks) {
    for (const node of nodes) words += countWords(plainText(node))
    if (words >= maxWords) return maxWords
  }
  return words
}

/** Reads a page that is plain text, such as code. Throws AppError `extraction_failed` if it is blank. */
export function readPlainText(text: string, language: string | null, options: ReadOptions): ReadPage {
  if (text.trim() === '') throw noText()
  const blocks = splitBlocks([{ type: 'code', lang: language, value: text.trimEnd() }])
  const selected = options.find === undefined ? blocks : findSections(blocks, options.find)
  return {
    ...NO_FACTS,
    ...takeBlocks(selected, options, NO_NOTES),
    empty_reason: whyEmpty(selected, options),
    outline: [],
    links: [],
    tables: [],
    isShell: false,
    words: wordsIn(blocks, SHELL_WORDS),
  }
}

const NO_NOTES = (): never => {
  throw new Error('Text as it stands refers to no notes.')
}

/** A page without text; the hint names the pages that it shows in frames, or is left to callers. */
const noText = (frames: string[] = []) =>
  new AppError(
    'extraction_failed',
    'The page has no text.',
    frames.length > 0
      ? { hint: `It shows other pages in frames. Read them instead: ${frames.join(', ')}` }
      : {},
  )

const FRAME = fastEngine.compile('frame[src], iframe[src]')
const MAX_FRAMES = 5

/** Returns the web addresses of the first frames of a page. */
const framesOf = (html: HtmlDocument, base: string | null): string[] =>
  html.select(FRAME, html.root, MAX_FRAMES).flatMap(frame => {
    const address = readUrl(html.attribute(frame, 'src'), base).value
    return typeof address === 'string' ? [address] : []
  })

/** Splits the page into blocks without its notes, which are written with the blocks that refer to them. */
function blocksOf(
  html: HtmlDocument,
  { root, skip }: PagePart,
  base: string | null,
  { references, elements }: Footnotes,
): TextBlock[] {
  const omitted = elements.size > 0 ? new Set([...skip, ...elements]) : skip
  const addressFor = (address: string) => safeAddress(address, base)
  return splitBlocks(readMarkdownTree(html, root, omitted, addressFor, references).children)
}

const SCHEME = /^[a-z][a-z\d+.-]*:/i
const SAFE_SCHEME = /^(?:https?|mailto|tel):/i

/**
 * Returns the absolute address, or null if it is empty or its scheme is not http, https, mailto or tel (`javascript:` or
 * `data:`, for example).
 */
function safeAddress(address: string, base: string | null): string | null {
  if (address === '') return null
  const url = URL.parse(address, base ?? undefined)?.href ?? address
  return SCHEME.test(url) && !SAFE_SCHEME.test(url) ? null : url
}

const outlineOf = (blocks: TextBlock[]): OutlineEntry[] =>
  blocks
    .flatMap(({ heading, number }) => (heading === null ? [] : [{ ...heading, from: number }]))
    .slice(0, MAX_HEADINGS)

function linksOf(
  html: HtmlDocument,
  part: PagePart,
  base: string | null,
  { links, linksMatching }: ReadOptions,
): PageLink[] {
  if (links === 'none') return []
  const pattern = linksMatching === undefined ? null : compilePattern(linksMatching)
  return readLinks(html, part, base, url => (!pattern || pattern.test(url) ? url : null), MAX_LINKS).links
}
