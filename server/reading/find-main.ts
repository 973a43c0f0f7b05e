import type { DocumentNode, HtmlDocument, Skip } from '../html/document.ts'
import { leaveOut } from './leave-out.ts'
import { type OwnWords, ownWords } from './own-words.ts'
import { isBlockName, type PageElement, readElements } from './page-elements.ts'
import { markTeasers } from './teasers.ts'

/** A part of a page: an element, and what in it is left out. */
export interface PagePart {
  root: DocumentNode
  skip: Skip
}

/**
 * The main text of a page. Each block is worth its words, less those in links; the element that is worth most holds the text.
 * Where no element does, as on a page of links, it is the page without its menus.
 */
export function findMain(html: HtmlDocument): PagePart {
  const elements = readElements(html)
  const own = ownWords(elements)
  const out = leftOut(elements, proseOf(elements, own))
  const around = out.slice()
  markTeasers(elements, out)
  spread(elements, out)
  const values = valuesOf(elements, own, out)
  const root = titledArticle(elements, values, out, bestOf(elements, values, out))
  if (values[root]! < LEAST_TEXT && wordsLeft(elements, own, around) > MOST_LOST * values[root]!)
    return partOf(elements, 0, around)
  leaveOut(html, elements, own, root, out)
  return partOf(elements, root, out)
}

/** A text that is worth less may be a sentence beside a list that is what the page is for. */
const LEAST_TEXT = 40
const MOST_LOST = 10

function wordsLeft(elements: PageElement[], { words }: OwnWords, out: Uint8Array): number {
  return elements.reduce((sum, { name }, at) => sum + (name === '' && !out[at] ? words[at]! : 0), 0)
}

function partOf(elements: PageElement[], root: number, out: Uint8Array): PagePart {
  const inside = elements.slice(root + 1, elements[root]!.end)
  const skip = new Set(inside.filter((_, index) => out[root + 1 + index]).map(({ node }) => node))
  return { root: elements[root]!.node, skip }
}

const isBlock = (name: string) => name === 'root' || isBlockName(name)

/** Words in sentences in each element. */
function proseOf(elements: PageElement[], own: OwnWords): Float64Array {
  const prose = new Float64Array(elements.length)
  for (let at = elements.length - 1; at >= 0; at--) {
    const { name, parent } = elements[at]!
    if (isBlock(name)) prose[at]! += Math.max(0, blockValue(own, at))
    if (at > 0) prose[parent]! += prose[at]!
  }
  return prose
}

/** Marks boilerplate with all in it, unless that would be most of the prose of the page. */
function leftOut(elements: PageElement[], prose: Float64Array): Uint8Array {
  const out = new Uint8Array(elements.length)
  for (let at = 1; at < elements.length; ) {
    const { doubt, end } = elements[at]!
    const isOut = doubt > 0 && prose[at]! <= doubt * prose[0]!
    if (isOut) out.fill(1, at, end)
    at = isOut ? end : at + 1
  }
  return out
}

/** What is left out is left out with all in it. */
function spread(elements: PageElement[], out: Uint8Array): void {
  for (let at = 1; at < elements.length; at++) if (out[elements[at]!.parent]) out[at] = 1
}

function valuesOf(elements: PageElement[], own: OwnWords, out: Uint8Array): Float64Array {
  const values = new Float64Array(elements.length)
  for (let at = elements.length - 1; at >= 0; at--) {
    const { name, parent } = elements[at]!
    if (out[at]) continue
    if (isBlock(name)) values[at]! += blockValue(own, at)
    if (at > 0) values[parent]! += values[at]!
  }
  return values
}

/** Fewer words are no sentence, unless they end like one. */
const SENTENCE = 10
/** What a block of links costs beside its words. */
const OF_LINKS = 2

/** What a block says itself is worth its words; links cost theirs, and scraps are worth nothing. */
function blockValue({ words, links, stops }: OwnWords, at: number): number {
  const linked = links[at]!
  const plain = words[at]! - linked
  if (linked > plain) return -linked - OF_LINKS
  return words[at]! >= SENTENCE || stops[at]! > 0 ? plain - linked : 0
}

const BODY =
  /article-?body|entry-?content|post-?content|post-?body|story-?body|article-?content|article-?text/

function weightOf({ name, hints }: PageElement): number {
  if (BODY.test(hints)) return 1.3
  return name === 'article' ? 1.15 : 1
}

/** The element that is worth most; of equal ones the innermost. */
function bestOf(elements: PageElement[], values: Float64Array, out: Uint8Array): number {
  let best = 0
  let most = Number.NEGATIVE_INFINITY
  for (const [at, element] of elements.entries()) {
    const value = values[at]! * weightOf(element)
    if (out[at] || !isBlock(element.name) || value < most) continue
    best = at
    most = value
  }
  return best
}

/** An article of as many words is the text of its page, though others stand beside it. */
const LEAST_ARTICLE = 60

/** Of several articles in an element the one with the heading of the page; the element itself where that is not one. */
function titledArticle(elements: PageElement[], values: Float64Array, out: Uint8Array, root: number): number {
  const articles: number[] = []
  for (let at = root + 1; at < elements[root]!.end; at++)
    if (elements[at]!.name === 'article' && !out[at]) articles.push(at)
  const titled = articlesWithTitle(elements, articles)
  const [only] = [...titled]
  return articles.length > 1 && titled.size === 1 && values[only!]! >= LEAST_ARTICLE ? only! : root
}

/** Articles with an `h1` in them. An article in another one counts alone. */
function articlesWithTitle(elements: PageElement[], articles: number[]): Set<number> {
  const within = new Map<number, number>()
  const isArticle = new Set(articles)
  const titled = new Set<number>()
  for (let at = 1; at < elements.length; at++) {
    const { name, parent } = elements[at]!
    const article = isArticle.has(at) ? at : within.get(parent)
    if (article === undefined) continue
    within.set(at, article)
    if (name === 'h1') titled.add(article)
  }
  return titled
}
