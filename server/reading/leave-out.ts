import { type HtmlDocument, NO_SKIP } from '../html/document.ts'
import { fastEngine } from '../html/fast-engine.ts'
import type { OwnWords } from './own-words.ts'
import { isBlockName, type PageElement } from './page-elements.ts'
import { PAGE_TITLE } from './page-facts.ts'
import { createPointerTest } from './pointers.ts'

/** A block with text of its own, such as a paragraph or a heading. */
interface Block {
  at: number
  words: number
  links: number
  stops: number
  /** Index of the last text of its own, which may come after blocks inside it. */
  lastText: number
  isHeading: boolean
}

/** A block with fewer words is not a sentence. */
const MIN_SENTENCE_WORDS = 10
/** The same for a block that ends like one. What stands above a text is more often a date or a name than what ends it. */
const SHORT_FIRST_SENTENCE = 5
const SHORT_LAST_SENTENCE = 2
const HEADING = /^h[1-6]$/
const TITLE = fastEngine.compile(PAGE_TITLE)

/**
 * Marks what does not belong to the text of an element: pointers to other texts, and fragments before its first and after
 * its last sentence.
 */
export function leaveOut(
  html: HtmlDocument,
  elements: PageElement[],
  ownWords: OwnWords,
  root: number,
  omitted: Uint8Array,
): void {
  const blocks = blocksIn(elements, ownWords, root, omitted)
  const isPointer = createPointerTest(html, elements)
  for (const block of blocks) if (isPointer(block)) omitBlock(elements, block, omitted)
  leaveOutEnds(
    html,
    elements,
    blocks.filter(({ at }) => !omitted[at]),
    omitted,
  )
  leaveOutHeadings(
    blocks.filter(({ at }) => !omitted[at]),
    omitted,
  )
}

function blocksIn(elements: PageElement[], ownWords: OwnWords, root: number, omitted: Uint8Array): Block[] {
  const blocks: Block[] = []
  const lastTexts = lastTextsIn(elements, root)
  for (let at = root; at < elements[root]!.end; at++) {
    const { name } = elements[at]!
    if (omitted[at] || ownWords.words[at] === 0 || !(isBlockName(name) || at === root)) continue
    blocks.push({
      at,
      words: ownWords.words[at]!,
      links: ownWords.links[at]!,
      stops: ownWords.stops[at]!,
      lastText: lastTexts.get(at)!,
      isHeading: HEADING.test(name),
    })
  }
  return blocks
}

/** Returns the index of the last own text of each block of an element. */
function lastTextsIn(elements: PageElement[], root: number): Map<number, number> {
  const lastTexts = new Map<number, number>()
  const blockOf = new Int32Array(elements[root]!.end)
  for (let at = root; at < blockOf.length; at++) {
    const { name, parent } = elements[at]!
    blockOf[at] = at === root || isBlockName(name) ? at : blockOf[parent]!
    if (name === '') lastTexts.set(blockOf[at]!, at)
  }
  return lastTexts
}

/** Leaves out dates, names and buttons before the first sentence and after the last one, but no headings of what is kept. */
function leaveOutEnds(
  html: HtmlDocument,
  elements: PageElement[],
  blocks: Block[],
  omitted: Uint8Array,
): void {
  const first = blocks.findIndex(block => isSentence(block, SHORT_FIRST_SENTENCE))
  if (first < 0) return
  const isLast = (block: Block) => isSentence(block, SHORT_LAST_SENTENCE)
  const last = blocks.findLastIndex(isLast)
  const lastText = blocks.reduce((most, block) => (isLast(block) ? Math.max(most, block.lastText) : most), 0)
  const isKept = (block: Block, index: number) =>
    (index >= first && (index <= last || (block.isHeading && block.at < lastText))) ||
    isKeptAtEnds(elements, block)
  const start = blocks.findIndex(isKept)
  const headings = headingsAbove(html, elements, blocks, start)
  // Formulas that a page shows on lines of their own often stand between the paragraphs, without an element around them.
  const isFormulaOfText = (at: number) =>
    at > blocks[first]!.at && at < lastText && html.elementName(elements[at]!.node) !== null
  let isNextKept = false
  for (const [index, block] of [...blocks.entries()].reverse()) {
    isNextKept =
      isKept(block, index) || headings.has(block) || (isNextKept && block.isHeading && index > start)
    if (!isNextKept) omitBlock(elements, block, omitted, isFormulaOfText)
  }
}

const isSentence = ({ words, links, stops, isHeading }: Block, short: number): boolean =>
  !isHeading && words >= (stops > 0 ? short : MIN_SENTENCE_WORDS) && links < words / 2

/** Returns the headings directly above a block, except the heading of the page and anything above that. */
function headingsAbove(
  html: HtmlDocument,
  elements: PageElement[],
  blocks: Block[],
  start: number,
): Set<Block> {
  const [title = ''] = html.select(TITLE, html.root, 1).map(node => html.text(node, NO_SKIP))
  const isOfPage = ({ name, node }: PageElement) => name === 'h1' || title.includes(html.text(node, NO_SKIP))
  const headings = new Set<Block>()
  for (const block of blocks.slice(0, start).reverse()) {
    if (!block.isHeading || isOfPage(elements[block.at]!)) break
    headings.add(block)
  }
  return headings
}

/** Elements that are kept at both ends, since list items, cells, code and quotations are often short. */
const KEPT_AT_ENDS = new Set(['li', 'td', 'th', 'caption', 'dd', 'dt', 'pre', 'blockquote'])

/** Whether a block is kept at the ends: as it is, as a paragraph of an item, or as the only block of a cell and the like. */
function isKeptAtEnds(elements: PageElement[], { at, words }: Block): boolean {
  const { name, parent } = elements[at]!
  if (KEPT_AT_ENDS.has(name)) return true
  const around = elements[parent]
  if (name === 'p' && (around?.name === 'li' || around?.name === 'dd')) return true
  return around !== undefined && KEPT_AT_ENDS.has(around.name) && around.words === words
}

/** Leaves out headings that are links and have no text below them. */
function leaveOutHeadings(blocks: Block[], omitted: Uint8Array): void {
  for (const [index, { at, isHeading, links, words }] of blocks.entries())
    if (isHeading && links >= words && blocks[index + 1]?.isHeading !== false) omitted[at] = 1
}

/** Leaves out the text of a block, but not the blocks inside it, nor texts that are kept. */
function omitBlock(
  elements: PageElement[],
  { at, words }: Block,
  omitted: Uint8Array,
  isKept: (at: number) => boolean = () => false,
): void {
  const { words: totalWords, end } = elements[at]!
  if (totalWords === words) omitted[at] = 1
  else
    for (let index = at + 1; index < end; ) {
      const { name, end: next } = elements[index]!
      if (name === '' && !isKept(index)) omitted[index] = 1
      index = isBlockName(name) ? next : index + 1
    }
}
