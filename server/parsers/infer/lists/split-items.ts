import type { DocumentNode } from '../../../html/document.ts'
import { childElements } from '../../../html/walk-nodes.ts'
import { classesOf } from '../page/class-counts.ts'
import type { LearningPage } from '../page/learning-page.ts'
import { type ItemSelector, itemSelectors } from './item-selector.ts'
import { placesIn } from './list-places.ts'

/** The maximum number of rows of an item after its first. */
const MAX_ROWS = 4

/**
 * Finds items of several rows each, such as a title row and a detail row, from one row of some of them. An item starts with
 * that row or a row before it, and the same rows separate the starts of any two items. Null if each item is a single
 * element.
 */
export function selectorOfAllRows(
  page: LearningPage,
  rows: DocumentNode[],
  selector: ItemSelector | undefined,
): ItemSelector | null {
  if (selector && startsItems(page, selector)) return upToNext(page, selector)
  for (let back = 1; back <= MAX_ROWS; back++) {
    const heads = rows.flatMap(row => childrenAround(page, row).before.at(-back) ?? [])
    const [first] = heads.length === rows.length ? itemSelectors(page, heads) : []
    if (first && startsItems(page, first)) return upToNext(page, first)
  }
  return null
}

function upToNext(page: LearningPage, { source, score, reasons }: ItemSelector): ItemSelector {
  const css = 'css' in source ? source.css : source.table
  const ranges = { css, until: css }
  const because = [...reasons, 'each item goes on up to the next']
  return { source: ranges, score, reasons: because, places: placesIn(page, ranges) }
}

/** Whether the same rows are between any two elements of a list and after the last one, but not before the first. */
function startsItems(page: LearningPage, { source, places }: ItemSelector): boolean {
  const nodes = places.map(({ node }) => node)
  const [first, second] = nodes
  if (!('css' in source) || first === undefined || second === undefined) return false
  const { before, behind } = childrenAround(page, first)
  const children = [...before, first, ...behind]
  const order = new Map(children.map((child, index) => [child, index]))
  const at = nodes.map(node => order.get(node) ?? -1)
  const gaps = at.slice(1).map((end, index) => children.slice(at[index]! + 1, end))
  const [gap] = gaps
  const isGap = gap!.length > 0 && gap!.length <= MAX_ROWS && gap!.some(node => page.lengths().has(node))
  if (at.includes(-1) || !isGap || !gaps.every(other => isLike(page, gap!, other))) return false
  const isBefore = isLike(page, gap!, before.slice(-gap!.length))
  // Other rows may follow the last item than those between two items.
  const last = children[at.at(-1)! + 1]
  return !isBefore && last !== undefined && isLike(page, gap!.slice(0, 1), [last])
}

/** Returns the sibling elements before and after a node. */
function childrenAround({ html }: LearningPage, node: DocumentNode) {
  const parent = html.parent(node)
  const children = parent === null ? [] : childElements(html, parent)
  const index = children.indexOf(node)
  return { before: children.slice(0, index), behind: children.slice(index + 1) }
}

/** Whether rows are of the same kinds, by their element names and first classes. */
const isLike = (page: LearningPage, rows: DocumentNode[], others: DocumentNode[]) =>
  rows.length === others.length && rows.every((row, at) => kindOf(page, row) === kindOf(page, others[at]!))

const kindOf = ({ html }: LearningPage, node: DocumentNode) =>
  `${html.elementName(node)} ${classesOf(html.attribute(node, 'class') ?? '')[0] ?? ''}`
