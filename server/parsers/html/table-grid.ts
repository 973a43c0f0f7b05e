import { once } from '../../base/once.ts'
import { type DocumentNode, type HtmlDocument, NO_SKIP } from '../../html/document.ts'
import { childElements } from '../../html/walk-nodes.ts'
import { readText } from './read-text.ts'

/**
 * The cells of each row by column, from 0. A cell that spans several columns or rows appears in each. A position may have
 * no cell.
 */
export type Grid = DocumentNode[][]

/** Where the names of a table are; `auto` decides by its first row and column. */
export type TableHeaders = 'auto' | 'top' | 'left' | 'none'

/** Larger spans are ignored. */
const MAX_SPAN = 1_000
/** The maximum number of positions that the cells of a table may span beyond their first. */
const MAX_SPANNED = 1_000_000

/** Returns the children of a table in the order in which browsers show them: a foot below the bodies, wherever it stands. */
export function partsAsShown(html: HtmlDocument, table: DocumentNode): DocumentNode[] {
  const parts = childElements(html, table)
  const isFoot = (part: DocumentNode) => html.elementName(part) === 'tfoot'
  return [...parts.filter(part => !isFoot(part)), ...parts.filter(isFoot)]
}

/** Returns the grid of rows, without the cells in `skip`. */
export function gridOf(html: HtmlDocument, rows: DocumentNode[], skip = NO_SKIP): Grid {
  const grid: Grid = rows.map(() => [])
  const endOf = once(() => partEnds(html, rows))
  let spanned = 0
  for (const [index, row] of rows.entries()) {
    let column = 0
    for (const cell of childElements(html, row)) {
      if (!isCell(html, cell) || skip.has(cell)) continue
      while (grid[index]![column] !== undefined) column++
      const width = spanOf(html, cell, 'colspan')
      const most = maxHeight(html, cell)
      const height = most > 1 ? Math.min(most, endOf()[index]! - index) : 1
      spanned += width * height - 1
      if (spanned > MAX_SPANNED) grid[index]![column] = cell
      else for (const gridRow of grid.slice(index, index + height)) fillColumns(gridRow, column, width, cell)
    }
  }
  return grid
}

function fillColumns(row: DocumentNode[], start: number, width: number, cell: DocumentNode): void {
  for (let column = start; column < start + width; column++) row[column] = cell
}

/** A cell ends with its part of the table at the latest; `rowspan="0"` extends to that end. */
const maxHeight = (html: HtmlDocument, cell: DocumentNode): number =>
  html.attribute(cell, 'rowspan')?.trim() === '0' ? MAX_SPAN : spanOf(html, cell, 'rowspan')

/** Returns for each row the index after the last row of its part of the table. */
function partEnds(html: HtmlDocument, rows: DocumentNode[]): number[] {
  const parts = rows.map(row => html.parent(row))
  const ends = parts.map((_, index) => index + 1)
  for (let index = rows.length - 2; index >= 0; index--)
    if (parts[index] === parts[index + 1]) ends[index] = ends[index + 1]!
  return ends
}

const isCell = (html: HtmlDocument, node: DocumentNode) => ['td', 'th'].includes(html.elementName(node) ?? '')
export const isHead = (html: HtmlDocument, node: DocumentNode | undefined) =>
  node !== undefined && html.elementName(node) === 'th'

function spanOf(html: HtmlDocument, cell: DocumentNode, name: string): number {
  const size = Number.parseInt(html.attribute(cell, name) ?? '1', 10)
  return size >= 1 && size <= MAX_SPAN ? size : 1
}

/** Whether a row is a title: a single cell that spans several columns names no column. */
export const isTitle = (row: DocumentNode[]): boolean => row.length > 1 && row.every(cell => cell === row[0])

/** Returns the number of title rows at the top, if there are other rows below them. */
export function titleRows(grid: Grid): number {
  const first = grid.findIndex(row => !isTitle(row))
  return first < 0 ? 0 : first
}

/** Decides where the names are in a table that has no title at its start. */
export function headersOf(html: HtmlDocument, grid: Grid): TableHeaders {
  const first = grid[0] ?? []
  if (first.length > 0 && first.every(cell => isHead(html, cell))) return grid.length > 1 ? 'top' : 'none'
  const named = grid.filter(row => !isTitle(row))
  return named.length > 0 && named.every(row => isHead(html, row[0])) ? 'left' : 'top'
}

/** Returns the number of rows at the top that are in the `thead`; 0 if there is none, or if there are no other rows. */
export function rowsInHead(html: HtmlDocument, rows: DocumentNode[]): number {
  const head = rows.length > 0 ? html.parent(rows[0]!) : null
  if (head === null || html.elementName(head) !== 'thead') return 0
  return Math.max(
    0,
    rows.findIndex(row => html.parent(row) !== head),
  )
}

/**
 * Returns the number of header rows: rows of only `th` at the top, up to the title of a section or the end of the `thead`.
 * If no cell of the first row is marked as a header, they are all rows of the `thead`, or else the first row.
 */
export function headRows(html: HtmlDocument, rows: DocumentNode[], grid: Grid): number {
  const inHead = rowsInHead(html, rows)
  const isBody = (row: DocumentNode[], index: number) =>
    !row.every(cell => isHead(html, cell)) || isTitle(row) || (inHead > 0 && index >= inHead)
  const body = grid.findIndex(isBody)
  if (body < 0) return Math.min(1, grid.length)
  return body > 0 || grid[0]!.some(cell => isHead(html, cell)) ? Math.max(1, body) : Math.max(1, inHead)
}

/** Returns a function that recognizes rows that repeat a header row, as long tables do for readers. */
export function headRepeats(html: HtmlDocument, heads: Grid): (row: DocumentNode[]) => boolean {
  const texts = heads.map(row => row.map(cell => readText(html, cell)))
  return row =>
    row.length > 1 &&
    heads.some(
      (head, index) =>
        head.length === row.length &&
        isHead(html, row[0]) === isHead(html, head[0]) &&
        row.every((cell, column) => readText(html, cell) === texts[index]![column]),
    )
}

/** Returns the number of rows at the top that hold titles and names, at least 1. Names may also be at the left. */
export function topRows(html: HtmlDocument, rows: DocumentNode[], grid: Grid): number {
  const titles = titleRows(grid)
  const below = grid.slice(titles)
  const names = headersOf(html, below) === 'left' ? 0 : headRows(html, rows.slice(titles), below)
  return Math.max(1, titles + names)
}
