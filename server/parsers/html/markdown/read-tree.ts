import type { ListItem, PhrasingContent, Root, RootContent } from 'mdast'
import type { DocumentNode, HtmlDocument, SkippedNodes } from '../../../html/document.ts'
import {
  DESCRIBING_ELEMENTS,
  SEPARATED_ELEMENTS,
  UNREAD_ELEMENTS,
  WORD_SEPARATING_ELEMENTS,
} from '../../../html/read/text-borders.ts'
import { createShownTest } from '../drawings.ts'
import { readText } from '../read-text.ts'
import { type AddressRewriter, readLink, readPicture } from './addresses.ts'
import { createInline, type InlineContent, type Mark, releasePunctuation } from './inline.ts'
import { layoutCells } from './layout-tables.ts'
import { readCode, readInlineCode } from './read-code.ts'
import { hasTexScript, readFormula, readTexScript } from './read-formula.ts'
import { readRuby, readSuperscript, withoutPermalink } from './read-inline.ts'
import { readLists } from './read-lists.ts'
import { besideRows, readTable } from './read-table.ts'

/** Deeper markup is written as plain text. */
const MAX_DEPTH = 200

const BLOCKS = new Set(
  'address article aside body center dd details div dl dt fieldset figcaption figure footer form header html main nav p section summary'.split(
    ' ',
  ),
)

/** Elements whose content is for browsers that cannot show them. */
const FALLBACKS: ReadonlySet<string> = new Set(['audio', 'canvas', 'video'])

interface MarkdownContext {
  html: HtmlDocument
  skip: SkippedNodes
  /** `skip` with the elements that repeat a formula; null before the first of them. */
  ownSkip: Set<DocumentNode> | null
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
export type ReferenceLabels = ReadonlyMap<DocumentNode, string>

const NO_REFERENCES: ReferenceLabels = new Map()

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
    ownSkip: null,
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
  if (skip.has(node) || name === 'head') return
  if (FALLBACKS.has(name) && html.isXml !== true) return
  if (UNREAD_ELEMENTS.has(name)) {
    readTexScript(node, context)
    return
  }
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
function readBlock(
  node: DocumentNode,
  context: MarkdownContext,
  readContent: ElementReader = readChildren,
): void {
  endParagraph(context)
  readContent(node, context)
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
  (readContent: ElementReader): ElementReader =>
  (node, context) =>
    readBlock(node, context, context.isOneLine || context.depth > MAX_DEPTH ? readChildren : readContent)

function endParagraph(context: MarkdownContext): void {
  const { inline, isOneLine, blocks, marks } = context
  if (isOneLine) inline.space()
  else {
    if (inline.children.length > 0)
      blocks.push({ type: 'paragraph', children: releasePunctuation(inline.children) })
    context.inline = createInline(marks)
  }
}

/** Returns the blocks that a reader adds, such as those of an item or a quote. */
function blocksOf(
  node: DocumentNode,
  context: MarkdownContext,
  readContent: ElementReader,
): ListItem['children'] {
  const { blocks } = context
  const found: RootContent[] = []
  context.blocks = found
  readContent(node, context)
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
  return releasePunctuation(line.children)
}

type ElementReader = (node: DocumentNode, context: MarkdownContext) => void

const strongReader = markReader(() => ({ type: 'strong' }))

const emphasisReader = markReader(() => ({ type: 'emphasis' }))

const strikethroughReader = markReader(() => ({ type: 'delete' }))

const tableReader = blockReader(readRows)

const READERS: ReadonlyMap<string, ElementReader> = new Map<string, ElementReader>(
  Object.entries({
    ...Object.fromEntries(([1, 2, 3, 4, 5, 6] as const).map(depth => [`h${depth}`, headingReader(depth)])),
    strong: strongReader,
    b: strongReader,
    em: emphasisReader,
    i: emphasisReader,
    del: strikethroughReader,
    s: strikethroughReader,
    strike: strikethroughReader,
    a: markReader(readLink),
    br: readLineBreak,
    hr: blockReader((_, { blocks }) => void blocks.push({ type: 'thematicBreak' })),
    img: readImage,
    'amp-img': readImage,
    code: readInlineCode,
    sup: (node, context) => readSuperscript(node, context, readChildren),
    math: readFormula,
    nobr: readUnbroken,
    rt: (node, context) => readRuby(node, context, readChildren),
    pre: (node, context) => readBlock(node, context, context.isOneLine ? readInlineCode : readCodeBlock),
    ul: blockReader(readList),
    ol: blockReader(readList),
    blockquote: blockReader(readQuote),
    table: tableReader,
    thead: tableReader,
    tbody: tableReader,
    tfoot: tableReader,
    tr: tableReader,
  }),
)

/** MathJax shows formulas in `nobr`: such an element is left out if a script behind it states the formula. */
function readUnbroken(node: DocumentNode, context: MarkdownContext): void {
  if (!hasTexScript(node, context.html)) readChildren(node, context)
}

function headingReader(depth: 1 | 2 | 3 | 4 | 5 | 6): ElementReader {
  return blockReader((node, context) => {
    const children = withoutPermalink(readLine(node, context))
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

function readLineBreak(_: DocumentNode, context: MarkdownContext): void {
  if (context.isOneLine) context.inline.space()
  else if (!context.inline.lineBreak()) endParagraph(context)
}

/** Writes a picture. In a link, one without an address is written as its alternative text, or the link would be lost. */
function readImage(node: DocumentNode, context: MarkdownContext): void {
  const { inline, marks } = context
  const { url, alt } = readPicture(node, context)
  if (url) inline.add({ type: 'image', url, alt })
  else if (alt && marks.some(({ type }) => type === 'link')) inline.text(alt)
}

function readCodeBlock(node: DocumentNode, context: MarkdownContext): void {
  const block = readCode(node, context)
  if (block) context.blocks.push(block)
}

function readQuote(node: DocumentNode, context: MarkdownContext): void {
  const children = blocksOf(node, context, readChildren)
  if (children.length > 0) context.blocks.push({ type: 'blockquote', children })
}

function readList(node: DocumentNode, context: MarkdownContext): void {
  context.depth++
  const lists = readLists(node, context, (child, isItem) =>
    blocksOf(child, context, isItem ? readChildren : read),
  )
  context.depth--
  for (const one of lists) context.blocks.push(one)
}

function readRows(node: DocumentNode, context: MarkdownContext): void {
  const { html, skip } = context
  for (const child of besideRows(node, html)) readBlock(child, context, read)
  const cells = layoutCells(node, html, skip)
  if (cells !== null) {
    for (const cell of cells) readBlock(cell, context)
    return
  }
  context.depth++
  const found = readTable(node, context, cell => readLine(cell, context))
  context.depth--
  if (found) context.blocks.push(found)
}
