import type { DocumentNode, HtmlDocument, SkippedNodes } from '../html/document.ts'
import { LONG_DOUBT } from './boilerplate.ts'
import { leaveOut } from './leave-out.ts'
import { countOwnWords, type OwnWords } from './own-words.ts'
import { isBlockName, type PageElement, readElements } from './page-elements.ts'
import { keepSectionHeaders } from './section-headers.ts'
import { markTeasers } from './teasers.ts'

/** A part of a page: an element, and the nodes in it that are left out. */
export interface PagePart {
  root: DocumentNode
  skip: SkippedNodes
}

/**
 * Finds the main text of a page. The value of a block is its number of words, less those in links; the element with the
 * highest value holds the text. If no element stands out, as on a page of links, returns the page without its boilerplate.
 */
export function findMain(html: HtmlDocument): PagePart {
  const elements = readElements(html)
  const ownWords = countOwnWords(elements)
  const omitted = markBoilerplate(elements, proseOf(elements, ownWords))
  const boilerplate = omitted.slice()
  markTeasers(html, elements, omitted)
  spreadMarks(elements, omitted)
  const values = valuesOf(elements, ownWords, omitted)
  const best = titledArticle(elements, values, omitted, bestOf(elements, values, omitted))
  const root = values[best]! < MIN_TEXT_VALUE ? withNeighbours(elements, values, best) : best
  if (
    values[root]! < MIN_TEXT_VALUE &&
    wordsLeft(elements, ownWords, boilerplate) > MAX_LOST_RATIO * values[root]!
  )
    return partOf(elements, 0, boilerplate)
  keepSectionHeaders(html, elements, ownWords, root, omitted)
  leaveOut(html, elements, ownWords, root, omitted)
  return partOf(elements, root, omitted)
}

/**
 * If the best element is worth less than this, and the page has over `MAX_LOST_RATIO` times as many words, that element may be
 * one sentence beside the list that the page is for: the whole page is read.
 */
const MIN_TEXT_VALUE = 40
const MAX_LOST_RATIO = 10

/**
 * Returns the outermost element of the same value: a short text belongs to the table or the list of short items around it,
 * which have no value. Ends at an element that markup names as the text. A `main` around it is that text even if links in
 * it, such as those of an address, are worth less than nothing.
 */
function withNeighbours(elements: PageElement[], values: Float64Array, best: number): number {
  let root = best
  for (let at = best; at >= 0 && values[at] === values[best]; at = elements[at]!.parent) {
    if (isBlock(elements[at]!.name)) root = at
    if (elements[at]!.name === 'main' || weightOf(elements[at]!) > 1) break
  }
  let around = root
  while (around > 0 && elements[around]!.name !== 'main' && weightOf(elements[around]!) === 1)
    around = elements[around]!.parent
  return elements[around]!.name === 'main' && values[around]! > values[best]! / 2 ? around : root
}

function wordsLeft(elements: PageElement[], { words }: OwnWords, omitted: Uint8Array): number {
  return elements.reduce((sum, { name }, at) => sum + (name === '' && !omitted[at] ? words[at]! : 0), 0)
}

function partOf(elements: PageElement[], root: number, omitted: Uint8Array): PagePart {
  const descendants = elements.slice(root + 1, elements[root]!.end)
  const skip = new Set(descendants.filter((_, index) => omitted[root + 1 + index]).map(({ node }) => node))
  return { root: elements[root]!.node, skip }
}

/** An article worth at least this much is the text of its page, whatever other articles or comments are beside it. */
const LEAST_ARTICLE = 60

const isBlock = (name: string) => name === 'root' || isBlockName(name)

/** Returns the number of words in sentences for each element. */
function proseOf(elements: PageElement[], ownWords: OwnWords): Float64Array {
  const prose = new Float64Array(elements.length)
  for (let at = elements.length - 1; at >= 0; at--) {
    const { name, parent } = elements[at]!
    if (isBlock(name)) prose[at]! += Math.max(0, blockValue(ownWords, at))
    if (at > 0) prose[parent]! += prose[at]!
  }
  return prose
}

/** Marks boilerplate and its content, unless it holds more of the page's prose than its `doubt` allows. */
function markBoilerplate(elements: PageElement[], prose: Float64Array): Uint8Array {
  const omitted = new Uint8Array(elements.length)
  const mark = (isBoilerplate: (at: number) => boolean): number => {
    let markedProse = 0
    for (let at = 1; at < elements.length; ) {
      const { doubt, end } = elements[at]!
      const isMarked = omitted[at] === 0 && doubt > 0 && isBoilerplate(at)
      if (isMarked) {
        omitted.fill(1, at, end)
        markedProse += prose[at]!
      }
      at = isMarked ? end : at + 1
    }
    return markedProse
  }
  const left = prose[0]! - mark(at => prose[at]! <= elements[at]!.doubt * prose[0]!)
  mark(at => elements[at]!.doubt === LONG_DOUBT && left - prose[at]! >= LEAST_ARTICLE)
  return omitted
}

/** Extends the marks to everything inside marked elements. */
function spreadMarks(elements: PageElement[], omitted: Uint8Array): void {
  for (let at = 1; at < elements.length; at++) if (omitted[elements[at]!.parent]) omitted[at] = 1
}

function valuesOf(elements: PageElement[], ownWords: OwnWords, omitted: Uint8Array): Float64Array {
  const values = new Float64Array(elements.length)
  for (let at = elements.length - 1; at >= 0; at--) {
    const { name, parent } = elements[at]!
    if (omitted[at]) continue
    if (isBlock(name)) values[at]! += blockValue(ownWords, at)
    if (at > 0) values[parent]! += values[at]!
  }
  return values
}

/** A block with fewer words is a sentence only if a text in it ends like one. */
const MIN_SENTENCE_WORDS = 10
/** Value that a block of links loses in addition to its words. */
const LINK_BLOCK_PENALTY = 2

/**
 * Returns the value of a block's own text: its words outside links less those in links. Blocks that are mostly links are
 * worth less than nothing, short fragments nothing.
 */
function blockValue({ words, links, stops }: OwnWords, at: number): number {
  const linkWords = links[at]!
  const plainWords = words[at]! - linkWords
  if (linkWords > plainWords) return -linkWords - LINK_BLOCK_PENALTY
  return words[at]! >= MIN_SENTENCE_WORDS || stops[at]! > 0 ? plainWords - linkWords : 0
}

const BODY =
  /article-?body|entry-?content|post-?content|post-?body|story-?body|article-?content|article-?text/

function weightOf({ name, hints }: PageElement): number {
  if (BODY.test(hints)) return 1.3
  return name === 'article' ? 1.15 : 1
}

/** Returns the element with the highest value; of equal elements, the innermost. */
function bestOf(elements: PageElement[], values: Float64Array, omitted: Uint8Array): number {
  let best = 0
  let bestValue = Number.NEGATIVE_INFINITY
  for (const [at, element] of elements.entries()) {
    const value = values[at]! * weightOf(element)
    if (omitted[at] || !isBlock(element.name) || value < bestValue) continue
    best = at
    bestValue = value
  }
  return best
}

/** If an element holds several articles and only one has an `h1`, returns that article; otherwise the element itself. */
function titledArticle(
  elements: PageElement[],
  values: Float64Array,
  omitted: Uint8Array,
  root: number,
): number {
  const articles: number[] = []
  for (let at = root + 1; at < elements[root]!.end; at++)
    if (elements[at]!.name === 'article' && !omitted[at]) articles.push(at)
  const titled = articlesWithTitle(elements, articles)
  const [only] = [...titled]
  return articles.length > 1 && titled.size === 1 && values[only!]! >= LEAST_ARTICLE ? only! : root
}

/** Returns the articles that contain an `h1`. A heading counts for its innermost article only. */
function articlesWithTitle(elements: PageElement[], articles: number[]): Set<number> {
  const articleOf = new Map<number, number>()
  const isArticle = new Set(articles)
  const titled = new Set<number>()
  for (let at = 1; at < elements.length; at++) {
    const { name, parent } = elements[at]!
    const article = isArticle.has(at) ? at : articleOf.get(parent)
    if (article === undefined) continue
    articleOf.set(at, article)
    if (name === 'h1') titled.add(article)
  }
  return titled
}
