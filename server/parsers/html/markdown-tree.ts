import type { List, ListItem, PhrasingContent, Root, RootContent } from 'mdast'
import type { DocumentNode, HtmlDocument, SkippedNodes } from '../../html/document.ts'
import {
  DESCRIBING_ELEMENTS,
  SEPARATED_ELEMENTS,
  UNREAD_ELEMENTS,
  WORD_SEPARATING_ELEMENTS,
} from '../../html/read/text-borders.ts'
import { childElements } from '../../html/walk-nodes.ts'
import { createShownTest } from './drawings.ts'
import { shownPicture } from './image-addresses.ts'
import { charactersOf, languageOf } from './markdown-code.ts'
import { createInline, type InlineContent, type Mark } from './markdown-inline.ts'
import { besideRows, readTable } from './markdown-table.ts'
import { readText } from './read-text.ts'

/** Deeper markup is written as plain text. */
const MAX_DEPTH = 200

/** Longer inline code is written as text: the writer scans it once for each number of backticks in it. */
const MAX_CODE_LENGTH = 10_000

/**
 * The maximum lengths of an address and of the alternative text of a picture, since each escaped character takes memory
 * while it is written.
 */
const MAX_ADDRESS_LENGTH = 100_000
const MAX_ALT_LENGTH = 10_000

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
  /** Whether an element whose name describes drawings is shown. */
  isShown(node: DocumentNode): boolean
}

/** Elements that stand for the mark of a note, by its label. */
type ReferenceLabels = ReadonlyMap<DocumentNode, string>

const NO_REFERENCES: ReferenceLabels = new Map()

/** Returns what is written for an address of the page; null if nothing is written. */
export type AddressRewriter = (address: string) => string | null

const keepAddress: AddressRewriter = address => address

/**
 * Reads a node as the tree of a Markdown document: headings, paragraphs, lists, quotes, code, tables, links, pictures,
 * emphasis.
 */
export function readMarkdownTree(
  html: HtmlDocument,
  node: DocumentNode,
  skip: SkippedNodes,
  addressFor = keepAddress,
  references = NO_REFERENCES,
): Root {
  const marks: Mark[] = []
  const blocks: RootContent[] = []
  const inline = createInline(marks)
  const context = {
    html,
    skip,
    depth: 0,
    marks,
    blocks,
    inline,
    isOneLine: false,
    addressFor,
    references,
    isShown: createShownTest(html, skip),
  }
  read(node, context)
  endParagraph(context)
  return { type: 'root', children: blocks }
}

function read(node: DocumentNode, context: MarkdownContext): void {
  const { html, skip, references } = context
  const name = html.elementName(node) ?? ''
  if (skip.has(node) || UNREAD_ELEMENTS.has(name) || name === 'head') return
  if (DESCRIBING_ELEMENTS.has(name) && !context.isShown(node)) return
  const label = references.get(node)
  if (label !== undefined) {
    context.inline.add({ type: 'footnoteReference', identifier: label, label })
    return
  }
  const reader = READERS.get(name)
  if (reader) reader(node, context)
  else if (BLOCKS.has(name) || (context.isOneLine && SEPARATED_ELEMENTS.has(name))) readBlock(node, context)
  else if (WORD_SEPARATING_ELEMENTS.has(name)) readWords(node, context)
  else readChildren(node, context)
}

function readChildren(node: DocumentNode, context: MarkdownContext): void {
  const { html, skip, depth } = context
  context.inline.text(depth > MAX_DEPTH ? readText(html, node, skip) : (html.characters(node) ?? ''))
  if (depth > MAX_DEPTH) return
  context.depth++
  for (let child = html.firstChild(node); child !== null; child = html.nextSibling(child))
    read(child, context)
  context.depth--
}

/** Reads an element as a block, separated from what precedes and follows it. In one line, only its words are separated. */
function readBlock(node: DocumentNode, context: MarkdownContext, readIt: ElementReader = readChildren): void {
  endParagraph(context)
  readIt(node, context)
  endParagraph(context)
}

/** Reads an inline element whose words are separated from those around it, such as an option. */
function readWords(node: DocumentNode, context: MarkdownContext): void {
  context.inline.space()
  readChildren(node, context)
  context.inline.space()
}

/** Creates a reader of blocks. In one line, its element is read as words. */
const blockReader =
  (readIt: ElementReader): ElementReader =>
  (node, context) =>
    readBlock(node, context, context.isOneLine || context.depth > MAX_DEPTH ? readChildren : readIt)

function endParagraph(context: MarkdownContext): void {
  const { inline, isOneLine, blocks, marks } = context
  if (isOneLine) inline.space()
  else {
    if (inline.children.length > 0) blocks.push({ type: 'paragraph', children: inline.children })
    context.inline = createInline(marks)
  }
}

/** Returns the blocks that a reader adds, such as those of an item or a quote. */
function blocksOf(node: DocumentNode, context: MarkdownContext, readIt: ElementReader): ListItem['children'] {
  const { blocks } = context
  const found: RootContent[] = []
  context.blocks = found
  readIt(node, context)
  endParagraph(context)
  context.blocks = blocks
  return found as ListItem['children']
}

/** Reads the content of a heading or a cell as one line. */
function readLine(node: DocumentNode, context: MarkdownContext): PhrasingContent[] {
  const { inline, isOneLine } = context
  const line = createInline(context.marks)
  Object.assign(context, { inline: line, isOneLine: true })
  readChildren(node, context)
  Object.assign(context, { inline, isOneLine })
  return line.children
}

type ElementReader = (node: DocumentNode, context: MarkdownContext) => void

const strong = markReader(() => ({ type: 'strong' }))

const emphasis = markReader(() => ({ type: 'emphasis' }))

const struckOut = markReader(() => ({ type: 'delete' }))

const table = blockReader(readRows)

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
    a: markReader(linkOf),
    br: lineBreak,
    hr: blockReader((_, { blocks }) => void blocks.push({ type: 'thematicBreak' })),
    img: image,
    code: inlineCode,
    sup: superscript,
    pre: (node, context) => readBlock(node, context, context.isOneLine ? inlineCode : code),
    ul: blockReader(list),
    ol: blockReader(list),
    blockquote: blockReader(quote),
    table,
    thead: table,
    tbody: table,
    tfoot: table,
    tr: table,
  }),
)

const SUPERSCRIPT_NUMBER = /^[+\u2212-]?\d{1,9}$/
const SIGNS = '0123456789+-\u2212'
const SUPERSCRIPT_SIGNS = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻'

/** Writes a superscript number in superscript digits: Markdown has no superscript, and 10<sup>6</sup> is not 106. */
function superscript(node: DocumentNode, context: MarkdownContext): void {
  const { html, skip, inline } = context
  const isText = childElements(html, node).length === 0
  const text = isText ? readText(html, node, skip).trim() : ''
  if (SUPERSCRIPT_NUMBER.test(text))
    inline.text(text.replace(/./g, sign => SUPERSCRIPT_SIGNS[SIGNS.indexOf(sign)]!))
  else readChildren(node, context)
}

function heading(depth: 1 | 2 | 3 | 4 | 5 | 6): ElementReader {
  return blockReader((node, context) => {
    const children = readLine(node, context)
    if (children.length > 0) context.blocks.push({ type: 'heading', depth, children })
  })
}

/** Marks apply to everything inside an element, including blocks. A mark inside another of the same kind has no effect. */
function markReader(markOf: (node: DocumentNode, context: MarkdownContext) => Mark | null): ElementReader {
  return (node, context) => {
    const { marks } = context
    const mark = markOf(node, context)
    const isNew = mark !== null && !marks.some(({ type }) => type === mark.type)
    if (isNew) marks.push(mark)
    readChildren(node, context)
    if (isNew) marks.pop()
  }
}

function linkOf(node: DocumentNode, context: MarkdownContext): Mark | null {
  const url = addressOf(context.html.attribute(node, 'href'), context)
  return url ? { type: 'link', url } : null
}

/**
 * Returns an address that can be written. A very long address is kept only if nothing in it needs escaping, as in Base64
 * pictures.
 */
function addressOf(address: string | null, { addressFor }: MarkdownContext): string | null {
  const url = addressFor(address?.trim() ?? '') ?? ''
  const isWritable = url.length <= MAX_ADDRESS_LENGTH || /^[\w:/?#=+.,;%-]+$/.test(url)
  return isWritable ? url : null
}

function lineBreak(_: DocumentNode, context: MarkdownContext): void {
  if (context.isOneLine) context.inline.space()
  else if (!context.inline.lineBreak()) endParagraph(context)
}

function image(node: DocumentNode, context: MarkdownContext): void {
  const { html, inline } = context
  const source = shownPicture(name => html.attribute(node, name)?.trim() ?? '')
  const url = addressOf(source, context)
  const alt = html.attribute(node, 'alt')?.slice(0, MAX_ALT_LENGTH).replace(/\s+/g, ' ').trim() ?? ''
  if (url) inline.add({ type: 'image', url, alt })
}

function inlineCode(node: DocumentNode, context: MarkdownContext): void {
  const { inline } = context
  const text = charactersOf(node, context.html, context.skip)
  const value = text.replace(/\s+/g, ' ').trim()
  if (/^\s/.test(text)) inline.space()
  if (value.length > MAX_CODE_LENGTH) inline.text(value)
  else if (value) inline.add({ type: 'inlineCode', value })
  if (/\s$/.test(text)) inline.space()
}

function code(node: DocumentNode, context: MarkdownContext): void {
  const value = charactersOf(node, context.html, context.skip).replace(/^\n/, '').trimEnd()
  if (value) context.blocks.push({ type: 'code', lang: languageOf(node, context.html), value })
}

function quote(node: DocumentNode, context: MarkdownContext): void {
  const children = blocksOf(node, context, readChildren)
  if (children.length > 0) context.blocks.push({ type: 'blockquote', children })
}

/**
 * Content of a list that is outside of its items is added to the item before it. Markdown numbers items consecutively from
 * the first, so an item with another number starts a new list.
 */
function list(node: DocumentNode, context: MarkdownContext): void {
  const { html, skip } = context
  const numberOf = createItemNumbers(node, html)
  let items: ListItem[] = []
  let nextNumber: number | null = null
  context.depth++
  for (const child of childElements(html, node)) {
    if (skip.has(child)) continue
    const isItem = html.elementName(child) === 'li'
    const children = blocksOf(child, context, isItem ? readChildren : read)
    const last = items.at(-1)
    if (isItem || !last) {
      const start = numberOf(child)
      if (start !== nextNumber || !last) {
        items = []
        context.blocks.push(listOf(items, start))
      }
      items.push({ type: 'listItem', spread: false, children })
      nextNumber = start === null ? null : start + 1
    } else for (const one of children) last.children.push(one)
  }
  context.depth--
}

const listOf = (children: ListItem[], start: number | null): List =>
  start === null
    ? { type: 'list', spread: false, ordered: false, children }
    : { type: 'list', spread: false, ordered: true, start, children }

/** Returns a function that numbers the items of a list consecutively; it returns null if the list has no numbers. */
function createItemNumbers(list: DocumentNode, html: HtmlDocument): (item: DocumentNode) => number | null {
  if (html.elementName(list) !== 'ol') return () => null
  const isReversed = html.attribute(list, 'reversed') !== null
  const isItem = (child: DocumentNode) => html.elementName(child) === 'li'
  const first = isReversed ? childElements(html, list).filter(isItem).length : 1
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

function readRows(node: DocumentNode, context: MarkdownContext): void {
  const { html } = context
  for (const child of besideRows(node, html)) readBlock(child, context, read)
  context.depth++
  const found = readTable(node, context, cell => readLine(cell, context))
  context.depth--
  if (found) context.blocks.push(found)
}
