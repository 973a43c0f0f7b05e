import type { PhrasingContent, Table, TableCell } from 'mdast'
import type { DocumentNode, HtmlDocument, SkippedNodes } from '../../../html/document.ts'
import { childElements } from '../../../html/walk-nodes.ts'
import { type Grid, gridOf, partsAsShown, topRows } from '../table-grid.ts'

/** Rows of a page as a Markdown table, whose first row is its head. */
export interface MarkdownTable extends Table {
  /** The number of head rows on the page. */
  heads: number
  /** Whether the first row is not a head, as may be the case if only some rows of a table are read. */
  isHeadless: boolean
}

/** A cell that is empty in Markdown because a cell before or above it spans it. */
export interface CoveredCell extends TableCell {
  coveredBy: TableCell
}

interface TableContext {
  html: HtmlDocument
  skip: SkippedNodes
}

const GROUPS = new Set(['thead', 'tbody', 'tfoot'])

/**
 * Reads the table of an element, of a group of rows or of a single row; null without rows. `readCell` reads a cell as one
 * line.
 */
export function readTable(
  node: DocumentNode,
  context: TableContext,
  readCell: (cell: DocumentNode) => PhrasingContent[],
): MarkdownTable | null {
  const { html, skip } = context
  const rows = rowsOf(node, context)
  if (rows.length === 0) return null
  const grid = gridOf(html, rows, skip)
  const heads = Math.min(MAX_HEADS, topRows(html, rows, grid))
  const children = cellsOf(grid, readCell).map(cells => ({ type: 'tableRow' as const, children: cells }))
  return { type: 'table', children, heads, isHeadless: isHeadless(rows[0]!, node, html) }
}

/** The maximum number of head rows, which are repeated if a table is split into parts. */
const MAX_HEADS = 5
/** The maximum number of empty cells that are written. Beyond that, cells move to the left. */
const MAX_EMPTY_CELLS = 100_000

/** Returns the cells of each row, at their columns. Spans are cut at the last column in which a cell starts. */
function cellsOf(grid: Grid, readCell: (cell: DocumentNode) => PhrasingContent[]): TableCell[][] {
  const cellsRead = new Map<DocumentNode, TableCell>()
  let empty = 0
  const cellAt = (node: DocumentNode | undefined): TableCell | CoveredCell | null => {
    if (node !== undefined && !cellsRead.has(node)) {
      const cell: TableCell = { type: 'tableCell', children: readCell(node) }
      cellsRead.set(node, cell)
      return cell
    }
    if (++empty > MAX_EMPTY_CELLS) return null
    const emptyCell: TableCell = { type: 'tableCell', children: [] }
    return node === undefined ? emptyCell : { ...emptyCell, coveredBy: cellsRead.get(node)! }
  }
  const width = columnsOf(grid)
  return grid.map(row => Array.from(row.slice(0, width), cellAt).filter(cell => cell !== null))
}

/** Returns the number of columns, up to the last in which a cell starts. */
function columnsOf(grid: Grid): number {
  const started = new Set<DocumentNode>()
  let columns = 0
  for (const row of grid)
    for (const [column, cell] of row.entries()) {
      if (cell === undefined || started.has(cell)) continue
      started.add(cell)
      columns = Math.max(columns, column + 1)
    }
  return columns
}

/** Returns the elements of a table other than its rows, such as a caption. */
export const besideRows = (table: DocumentNode, html: HtmlDocument): DocumentNode[] =>
  isRow(table, html)
    ? []
    : childElements(html, table).filter(child => !isRow(child, html) && !isGroup(child, html))

const isRow = (node: DocumentNode, html: HtmlDocument) => html.elementName(node) === 'tr'

const isGroup = (node: DocumentNode, html: HtmlDocument) => GROUPS.has(html.elementName(node) ?? '')

export function rowsOf(node: DocumentNode, { html, skip }: TableContext): DocumentNode[] {
  if (isRow(node, html)) return [node]
  return partsAsShown(html, node)
    .filter(child => !skip.has(child))
    .flatMap(child => (isGroup(child, html) ? childElements(html, child) : [child]))
    .filter(row => isRow(row, html) && !skip.has(row))
}

/** Whether rows lack a head: they are not a table of their own, and other rows of their table come before them. */
function isHeadless(first: DocumentNode, node: DocumentNode, html: HtmlDocument): boolean {
  if (html.elementName(node) === 'table') return false
  const parent = html.parent(first)
  return (
    parent !== null &&
    (hasSiblingBefore(parent, first, html, isRow) || (isGroup(parent, html) && hasGroupBefore(parent, html)))
  )
}

function hasGroupBefore(group: DocumentNode, html: HtmlDocument): boolean {
  const table = html.parent(group)
  return table !== null && hasSiblingBefore(table, group, html, isGroup)
}

function hasSiblingBefore(
  parent: DocumentNode,
  node: DocumentNode,
  html: HtmlDocument,
  isOne: (node: DocumentNode, html: HtmlDocument) => boolean,
): boolean {
  for (let at = html.firstChild(parent); at !== null && at !== node; at = html.nextSibling(at))
    if (isOne(at, html)) return true
  return false
}
