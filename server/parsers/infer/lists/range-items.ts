import type { DocumentNode, HtmlDocument } from '../../../html/document.ts'
import { childElements } from '../../../html/walk-nodes.ts'
import type { Json } from '../../parser-schema.ts'
import type { LearningPage } from '../page/learning-page.ts'
import { ancestorsOf, commonAncestor } from '../page/nodes.ts'
import { findHits } from '../rules/find-hits.ts'
import { guessTypes } from '../rules/guess-type.ts'
import type { ItemSelector } from './item-selector.ts'
import { sharedPaths } from './list-candidates.ts'
import { type ItemPlace, placesIn } from './list-places.ts'

const MAX_TRIED = 20

/** An item of several children of one element: from the first to the last that has one of its values. */
interface ItemSpan {
  head: DocumentNode
  first: number
  last: number
}

/**
 * Returns a selector of items without an element of their own, which start with an element and continue after it: a title
 * row and a detail row, or a heading and what follows it. Null if nothing tells where each starts.
 */
export function rangeSelector(
  page: LearningPage,
  at: number,
  examples: Record<string, Json>[],
): (ItemSelector & { heads: DocumentNode[] }) | null {
  const { html } = page
  const hits = examples.map(values => hitsOf(page, at, values))
  const top = commonAncestor(
    html,
    hits.flatMap(own => own.flat().slice(0, 1)),
  )
  for (const parent of top === null ? [] : [top, ...ancestorsOf(html, top, null)].slice(0, 2)) {
    const spans = hits.flatMap(own => spanOf(html, parent, own) ?? [])
    const isEach = spans.length === examples.length && areApart(spans)
    const selector = isEach ? selectorOf(page, spans) : null
    if (selector) return { ...selector, heads: spans.map(({ head }) => head) }
  }
  return null
}

/** Returns the sturdiest selector that finds the start of each item, and nothing inside an item. */
function selectorOf(page: LearningPage, spans: ItemSpan[]): ItemSelector | null {
  const paths = sharedPaths({ page, node: null }, spans[0]!.head, spans[1]!.head)
  for (const { css, score, reasons } of paths.sort((a, b) => b.score - a.score).slice(0, MAX_TRIED)) {
    const source = { css, until: css }
    const places = placesIn(page, source)
    if (spans.every(span => isWhole(page.html, span, places)))
      return { source, score, reasons: [...reasons, 'each item goes on up to the next'], places }
  }
  return null
}

/** Returns the elements that have each value of an item. */
function hitsOf(page: LearningPage, at: number, values: Record<string, Json>): DocumentNode[][] {
  const wanted = Object.entries(values).filter(([, value]) => value !== null && typeof value !== 'object')
  return wanted.map(([name, value]) => {
    const one = { page, at, node: null, wanted: value }
    return guessTypes(name, [one])
      .flatMap(guess => findHits(one, guess))
      .map(({ node }) => node)
  })
}

/** Returns the fewest adjacent children of an element that have all values; null if it does not contain all of them. */
function spanOf(html: HtmlDocument, parent: DocumentNode, hits: DocumentNode[][]): ItemSpan | null {
  const children = childElements(html, parent)
  const indices = new Map(children.map((child, index) => [child, index]))
  const positions = hits.map(nodes => [
    ...new Set(nodes.flatMap(node => childIndexOf(html, node, indices) ?? [])),
  ])
  const [rarest] = positions.toSorted((a, b) => a.length - b.length)
  const spans = (rarest ?? []).map(from => {
    const nearest = positions.flatMap(own =>
      own.toSorted((a, b) => Math.abs(a - from) - Math.abs(b - from)).slice(0, 1),
    )
    return nearest.length < positions.length ? null : [Math.min(...nearest), Math.max(...nearest)]
  })
  const [shortest] = spans.filter(span => span !== null).sort((a, b) => a[1]! - a[0]! - (b[1]! - b[0]!))
  return shortest ? { head: children[shortest[0]!]!, first: shortest[0]!, last: shortest[1]! } : null
}

function childIndexOf(html: HtmlDocument, node: DocumentNode, indices: ReadonlyMap<DocumentNode, number>) {
  const child = [node, ...ancestorsOf(html, node, null)].find(element => indices.has(element))
  return child === undefined ? null : indices.get(child)!
}

function areApart(spans: ItemSpan[]): boolean {
  const sorted = spans.toSorted((a, b) => a.first - b.first)
  return sorted.every(({ first }, index) => index === 0 || first > sorted[index - 1]!.last)
}

/** Whether an item starts at one of the places, and continues to its end. */
function isWhole(html: HtmlDocument, { head, first, last }: ItemSpan, places: ItemPlace[]): boolean {
  const range = places.find(({ node }) => node === head)?.range
  const elements = range?.parts.filter(part => html.elementName(part) !== null) ?? []
  return elements.length > last - first
}
