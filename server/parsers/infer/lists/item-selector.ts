import type { DocumentNode, HtmlDocument } from '../../../html/document.ts'
import { childrenOf, elementsIn } from '../../../html/walk-nodes.ts'
import type { LearningPage } from '../page/learning-page.ts'
import { sharedPaths } from './list-candidates.ts'
import { type ItemPlace, type ListSource, placesIn, tablesOf } from './list-places.ts'

/** A selector of the items of a list. */
export interface ItemSelector {
  source: ListSource
  score: number
  reasons: string[]
  /** Everything that it finds on the page from which it was learned. */
  places: ItemPlace[]
}

const MAX_LOOKED_AT = 60
/** The minimum similarity of items with the same parts, of which some may be missing. */
const MIN_SIMILARITY = 0.3

/** Returns selectors that find these items and others like them, best first. */
export function itemSelectors(page: LearningPage, items: DocumentNode[]): ItemSelector[] {
  const [table] = tablesOf(page, items)
  if (table) return [tableSelector(page, table)]
  const isItem = similarTo(page.html, items[0]!)
  const siblings = childrenOf(page.html, page.html.parent(items[0]!)!).filter(isItem)
  return sharedPaths({ page, node: null }, items[0]!, items[1]!)
    .map(path => scorePath(page, path, isItem, siblings))
    .filter(({ places }) => includesAll(places, items))
    .sort((a, b) => b.score - a.score)
}

function tableSelector(page: LearningPage, { css, score, reasons }: ScoredPath): ItemSelector {
  const source = { table: css }
  const because = [...reasons, 'its rows have headings']
  return { source, score: 0.5 + 0.5 * score, reasons: because, places: placesIn(page, source) }
}

interface ScoredPath {
  css: string
  score: number
  reasons: string[]
}

/** Scores a selector by whether it finds everything that is similar to the items, and little else. */
function scorePath(
  page: LearningPage,
  { css, score, reasons }: ScoredPath,
  isItem: (node: DocumentNode) => boolean,
  siblings: DocumentNode[],
): ItemSelector {
  const places = placesIn(page, { css })
  const found = new Set(places.map(({ node }) => node))
  const checked = places.slice(0, MAX_LOOKED_AT)
  const purity = checked.filter(({ node }) => isItem(node)).length / Math.max(1, checked.length)
  const coverage = siblings.filter(node => found.has(node)).length / Math.max(1, siblings.length)
  const because = [...reasons, `it finds ${places.length}, ${Math.round(purity * 100)}% of them alike`]
  return {
    source: { css },
    score: 0.4 * score + 0.35 * purity ** 2 + 0.25 * coverage,
    reasons: because,
    places,
  }
}

function includesAll(places: ItemPlace[], items: DocumentNode[]): boolean {
  const found = new Set(places.map(({ node }) => node))
  return items.every(item => found.has(item))
}

/** Returns a function that recognizes elements with the same name and mostly the same parts. */
function similarTo(html: HtmlDocument, item: DocumentNode) {
  const shape = shapeOf(html, item)
  return (node: DocumentNode) =>
    html.elementName(node) === html.elementName(item) && overlap(shape, shapeOf(html, node)) >= MIN_SIMILARITY
}

/** Returns the structure of an element: the names of the elements in it, each with its first class. */
function shapeOf(html: HtmlDocument, node: DocumentNode): Set<string> {
  const parts = elementsIn(html, node)
    .slice(0, 60)
    .map(inner => `${html.elementName(inner)} ${(html.attribute(inner, 'class') ?? '').split(/\s+/)[0]}`)
  return new Set(parts)
}

function overlap(a: Set<string>, b: Set<string>): number {
  if (a.size === 0 && b.size === 0) return 1
  const shared = [...a].filter(part => b.has(part)).length
  return shared / (a.size + b.size - shared)
}
