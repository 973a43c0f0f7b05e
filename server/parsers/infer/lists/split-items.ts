import type { DocumentNode } from '../../../html/document.ts'
import { classesOf } from '../page/class-counts.ts'
import type { LearningPage } from '../page/learning-page.ts'
import { type ItemSelector, itemSelectors } from './item-selector.ts'
import { placesIn } from './list-places.ts'

const MAX_ROWS = 4

/**
 * The same list with all rows of its items, where each has several: a title row and a detail row, a term and what it
 * means. Between any two of the elements that were clicked stands the same then. Null where items are one element each.
 */
export function selectorOfAllRows(page: LearningPage, one: ItemSelector): ItemSelector | null {
  if (!('css' in one.source) || one.source.until !== undefined || one.places.length < 2) return null
  const rows = rowsBetween(
    page,
    one.places.map(({ node }) => node),
  )
  if (!rows) return null
  const first = rows.areBefore ? itemSelectors(page, rows.heads)[0] : one
  if (!first || !('css' in first.source)) return null
  const { css } = first.source
  const source = { css, until: css }
  const places = placesIn(page, source)
  if (places.length !== one.places.length) return null
  return {
    source,
    score: first.score,
    reasons: [...first.reasons, 'each item goes on up to the next'],
    places,
  }
}

interface Rows {
  /** Whether what was clicked ends the items, and does not begin them. */
  areBefore: boolean
  /** Where they begin, if so. */
  heads: DocumentNode[]
}

/** What stands between the elements of a list, and before the first or behind the last: null where it differs. */
function rowsBetween(page: LearningPage, nodes: DocumentNode[]): Rows | null {
  const { html } = page
  const parent = html.parent(nodes[0]!)!
  const children = childrenOf(page, parent)
  const at = nodes.map(node => children.indexOf(node))
  const between = (from: number, to: number) => children.slice(Math.max(0, from), to)
  const gaps = at.slice(1).map((place, index) => between(at[index]! + 1, place))
  const [gap] = gaps
  const count = gap!.length
  if (at.includes(-1) || count === 0 || count > MAX_ROWS || !gaps.every(other => isLike(page, gap!, other)))
    return null
  const ahead = between(at[0]! - count, at[0]!)
  const behind = between(at.at(-1)! + 1, at.at(-1)! + 1 + count)
  const areBefore = isLike(page, gap!, ahead)
  // Behind the last item there may be something else than between two.
  const areBehind = isLike(page, gap!.slice(0, 1), behind.slice(0, 1))
  if (areBefore === areBehind || !gap!.some(node => page.lengths().has(node))) return null
  return { areBefore, heads: areBefore ? [ahead, ...gaps].map(([head]) => head!) : [] }
}

function childrenOf({ html }: LearningPage, parent: DocumentNode): DocumentNode[] {
  const children: DocumentNode[] = []
  for (let child = html.firstChild(parent); child !== null; child = html.nextSibling(child))
    if (html.elementName(child) !== null) children.push(child)
  return children
}

/** Whether rows are of the same kinds: their names, and their first classes. */
const isLike = (page: LearningPage, rows: DocumentNode[], others: DocumentNode[]) =>
  rows.length === others.length && rows.every((row, at) => kindOf(page, row) === kindOf(page, others[at]!))

const kindOf = ({ html }: LearningPage, node: DocumentNode) =>
  `${html.elementName(node)} ${classesOf(html.attribute(node, 'class') ?? '')[0] ?? ''}`
