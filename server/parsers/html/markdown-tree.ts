import type { List, ListItem, PhrasingContent, Root, RootContent } from 'mdast'
import type { DocumentNode, HtmlDocument, SkippedNodes } from '../../html/document.ts'
import { APART, HAS_WORDS_APART, UNREAD } from '../../html/read/text-borders.ts'
import { shownPicture } from './image-addresses.ts'
import { charactersOf, languageOf } from './markdown-code.ts'
import { createInline, type InlineContent, type Mark } from './markdown-inline.ts'
import { besideRows, childElements, readTable } from './markdown-table.ts'
import { readText } from './read-text.ts'

/** Deeper markup is written as plain text. */
const MAX_DEPTH = 200

/** Longer inline code is written as text: the writer scans it once for each number of backticks in it. */
const LONGEST_CODE = 10_000

/**
 * The maximum lengths of an address and of the alternative text of a picture, since each escaped character takes memory
 * while it is written.
 */
const LONGEST_ADDRESS = 100_000
const LONGEST_ALT = 10_000

const BLOCKS = new Set(
  'address article aside body center dd details div dl dt fieldset figcaption figure footer form header html main nav p section summary'.split(
    ' ',
  ),
)

interface MarkdownContext {
  html: HtmlDocument
  skip: SkippedNodes
  depth: number
  /** The emphasis and links around the current position, the outermost first. */
  marks: Mark[]
  /** The blocks to which a finished paragraph is added. */
  blocks: RootContent[]
  inline: InlineContent
  /** Whether it is in a heading or a cell, in which blocks are only separated as words. */
  isOneLine: boolean
  addressFor: AddressRewriter
  references: ReferenceLabels
}

/** Elements that stand for the mark of a note, by its label. */
type ReferenceLabels = ReadonlyMap<DocumentNode, string>

const NO_REFERENCES: ReferenceLabels = new Map()

/** Returns what is written for an address of the page; null if nothing is written. */
export type AddressRewriter = (address: string) => string | null

const asItStands: AddressRewriter = address => address

/**
 * Reads a node as the tree of a Markdown document: headings, paragraphs, lists, quotes, code, tables, links, pictures,
 * emphasis.
 */
export function readMarkdownTree(
  html: HtmlDocument,
  node: DocumentNode,
  skip: SkippedNodes,
  addressFor = asItStands,
  references = NO_REFERENCES,
): Root {
  const marks: Mark[] = []
  const blocks: RootContent[] = []
  const inline = createInline(marks)
  const reading = { html, skip, depth: 0, marks, blocks, inline, isOneLine: false, addressFor, references }
  read(node, reading)
  endParagraph(reading)
  return { type: 'root', children: blocks }
}

function read(node: DocumentNode, reading: MarkdownContext): void {
  const { html, skip, references } = reading
  const name = html.elementName(node) ?? ''
  if (skip.has(node) || UNREAD.has(name) || name === 'head') return
  const label = references.get(node)
  if (label !== undefined) {
    reading.inline.add({ type: 'footnoteReference', identifier: label, label })
    return
  }
  const reader = READERS.get(name)
  if (reader) reader(node, reading)
  else if (BLOCKS.has(name) || (reading.isOneLine && APART.has(name))) asBlock(node, reading)
  else if (HAS_WORDS_APART.has(name)) asWords(node, reading)
  else inside(node, reading)
}

function inside(node: DocumentNode, reading: MarkdownContext): void {
  const { html, skip, depth } = reading
  reading.inline.text(depth > MAX_DEPTH ? readText(html, node, skip) : (html.characters(node) ?? ''))
  if (depth > MAX_DEPTH) return
  reading.depth++
  for (let child = html.firstChild(node); child !== null; child = html.nextSibling(child))
    read(child, reading)
  reading.depth--
}

/** Reads an element as a block, separated from what precedes and follows it. In one line, only its words are separated. */
function asBlock(node: DocumentNode, reading: MarkdownContext, readIt: ElementReader = inside): void {
  endParagraph(reading)
  readIt(node, reading)
  endParagraph(reading)
}

/** Reads an inline element whose words are separated from those around it, such as an option. */
function asWords(node: DocumentNode, reading: MarkdownContext): void {
  reading.inline.space()
  inside(node, reading)
  reading.inline.space()
}

/** Creates a reader of blocks. In one line, its element is read as words. */
const block =
  (readIt: ElementReader): ElementReader =>
  (node, reading) =>
    asBlock(node, reading, reading.isOneLine || reading.depth > MAX_DEPTH ? inside : readIt)

function endParagraph(reading: MarkdownContext): void {
  const { inline, isOneLine, blocks, marks } = reading
  if (isOneLine) inline.space()
  else {
    if (inline.children.length > 0) blocks.push({ type: 'paragraph', children: inline.children })
    reading.inline = createInline(marks)
  }
}

/** Returns the blocks that a reader adds, such as those of an item or a quote. */
function blocksOf(node: DocumentNode, reading: MarkdownContext, readIt: ElementReader): ListItem['children'] {
  const { blocks } = reading
  const found: RootContent[] = []
  reading.blocks = found
  readIt(node, reading)
  endParagraph(reading)
  reading.blocks = blocks
  return found as ListItem['children']
}

/** Reads the content of a heading or a cell as one line. */
function lineOf(node: DocumentNode, reading: MarkdownContext): PhrasingContent[] {
  const { inline, isOneLine } = reading
  const line = createInline(reading.marks)
  Object.assign(reading, { inline: line, isOneLine: true })
  inside(node, reading)
  Object.assign(reading, { inline, isOneLine })
  return line.children
}

type ElementReader = (node: DocumentNode, reading: MarkdownContext) => void

const strong = marked(() => ({ type: 'strong' }))

const emphasis = marked(() => ({ type: 'emphasis' }))

const struckOut = marked(() => ({ type: 'delete' }))

const table = block(readRows)

const READERS: ReadonlyMap<string, ElementReader> = new Map<string, ElementReader>(
  Object.entries({
    ...Object.fromEntries(([1, 2, 3, 4, 5, 6] as const).map(depth => [`h${depth}`, heading(depth)])),
    strong,
    b: strong,
    em: emphasis,
    i: emphasis,
    del: struckOut,
    s: struckOut,
    strike: struckOut,
    a: marked(linkOf),
    br: lineBreak,
    hr: block((_, { blocks }) => void blocks.push({ type: 'thematicBreak' })),
    img: image,
    code: inlineCode,
    sup: raised,
    pre: (node, reading) => asBlock(node, reading, reading.isOneLine ? inlineCode : code),
    ul: block(list),
    ol: block(list),
    blockquote: block(quote),
    table,
    thead: table,
    tbody: table,
    tfoot: table,
    tr: table,
  }),
)

const RAISED_NUMBER = /^[+\u2212-]?\d{1,9}$/
const SIGNS = '0123456789+-\u2212'
const RAISED_SIGNS = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻'

/** Writes a superscript number in superscript digits: Markdown has no superscript, and 10<sup>6</sup> is not 106. */
function raised(node: DocumentNode, reading: MarkdownContext): void {
  const { html, skip, inline } = reading
  const isText = childElements(node, html).length === 0
  const text = isText ? readText(html, node, skip).trim() : ''
  if (RAISED_NUMBER.test(text)) inline.text(text.replace(/./g, sign => RAISED_SIGNS[SIGNS.indexOf(sign)]!))
  else inside(node, reading)
}

function heading(depth: 1 | 2 | 3 | 4 | 5 | 6): ElementReader {
  return block((node, reading) => {
    const children = lineOf(node, reading)
    if (children.length > 0) reading.blocks.push({ type: 'heading', depth, children })
  })
}

/** Marks apply to everything inside an element, including blocks. A mark inside another of the same kind has no effect. */
function marked(markOf: (node: DocumentNode, reading: MarkdownContext) => Mark | null): ElementReader {
  return (node, reading) => {
    const { marks } = reading
    const mark = markOf(node, reading)
    const isNew = mark !== null && !marks.some(({ type }) => type === mark.type)
    if (isNew) marks.push(mark)
    inside(node, reading)
    if (isNew) marks.pop()
  }
}

function linkOf(node: DocumentNode, reading: MarkdownContext): Mark | null {
  const url = addressOf(reading.html.attribute(node, 'href'), reading)
  return url ? { type: 'link', url } : null
}

/**
 * Returns an address that can be written. A very long address is kept only if nothing in it needs escaping, as in Base64
 * pictures.
 */
function addressOf(given: string | null, { addressFor }: MarkdownContext): string | null {
  const url = addressFor(given?.trim() ?? '') ?? ''
  const isWritable = url.length <= LONGEST_ADDRESS || /^[\w:/?#=+.,;%-]+$/.test(url)
  return isWritable ? url : null
}

function lineBreak(_: DocumentNode, reading: MarkdownContext): void {
  if (reading.isOneLine) reading.inline.space()
  else if (!reading.inline.lineBreak()) endParagraph(reading)
}

function image(node: DocumentNode, reading: MarkdownContext): void {
  const { html, inline } = reading
  const given = shownPicture(name => html.attribute(node, name)?.trim() ?? '')
  const url = addressOf(given, reading)
  const alt = html.attribute(node, 'alt')?.slice(0, LONGEST_ALT).replace(/\s+/g, ' ').trim() ?? ''
  if (url) inline.add({ type: 'image', url, alt })
}

function inlineCode(node: DocumentNode, reading: MarkdownContext): void {
  const { inline } = reading
  const text = charactersOf(node, reading.html, reading.skip)
  const value = text.replace(/\s+/g, ' ').trim()
  if (/^\s/.test(text)) inline.space()
  if (value.length > LONGEST_CODE) inline.text(value)
  else if (value) inline.add({ type: 'inlineCode', value })
  if (/\s$/.test(text)) inline.space()
}

function code(node: DocumentNode, reading: MarkdownContext): void {
  const value = charactersOf(node, reading.html, reading.skip).replace(/^\n/, '').trimEnd()
  if (value) reading.blocks.push({ type: 'code', lang: languageOf(node, reading.html), value })
}

function quote(node: DocumentNode, reading: MarkdownContext): void {
  const children = blocksOf(node, reading, inside)
  if (children.length > 0) reading.blocks.push({ type: 'blockquote', children })
}

/**
 * Content of a list that is outside of its items is added to the item before it. Markdown numbers items consecutively from
 * the first, so an item with another number starts a new list.
 */
function list(node: DocumentNode, reading: MarkdownContext): void {
  const { html, skip } = reading
  const numberOf = createNumbers(node, html)
  let items: ListItem[] = []
  let next: number | null = null
  reading.depth++
  for (const child of childElements(node, html)) {
    if (skip.has(child)) continue
    const isItem = html.elementName(child) === 'li'
    const children = blocksOf(child, reading, isItem ? inside : read)
    const last = items.at(-1)
    if (isItem || !last) {
      const start = numberOf(child)
      if (start !== next || !last) {
        items = []
        reading.blocks.push(listOf(items, start))
      }
      items.push({ type: 'listItem', spread: false, children })
      next = start === null ? null : start + 1
    } else for (const one of children) last.children.push(one)
  }
  reading.depth--
}

const listOf = (children: ListItem[], start: number | null): List =>
  start === null
    ? { type: 'list', spread: false, ordered: false, children }
    : { type: 'list', spread: false, ordered: true, start, children }

/** Returns a function that numbers the items of a list consecutively; it returns null if the list has no numbers. */
function createNumbers(list: DocumentNode, html: HtmlDocument): (item: DocumentNode) => number | null {
  if (html.elementName(list) !== 'ol') return () => null
  const isReversed = html.attribute(list, 'reversed') !== null
  const isItem = (child: DocumentNode) => html.elementName(child) === 'li'
  const first = isReversed ? childElements(list, html).filter(isItem).length : 1
  let next = numberIn(list, 'start', html) ?? first
  return item => {
    const number = numberIn(item, 'value', html) ?? next
    next = isReversed ? Math.max(number - 1, 0) : number + 1
    return number
  }
}

/** Markdown supports item numbers from 0 to 999,999,999. */
function numberIn(node: DocumentNode, name: 'start' | 'value', html: HtmlDocument): number | null {
  const number = html.attribute(node, name)?.trim() ?? ''
  return /^\d{1,9}$/.test(number) ? Number(number) : null
}

function readRows(node: DocumentNode, reading: MarkdownContext): void {
  const { html } = reading
  for (const child of besideRows(node, html)) asBlock(child, reading, read)
  reading.depth++
  const found = readTable(node, reading, cell => lineOf(cell, reading))
  reading.depth--
  if (found) reading.blocks.push(found)
}
