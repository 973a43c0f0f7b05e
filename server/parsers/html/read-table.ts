import type { DocumentNode, HtmlDocument } from '../../html/document.ts'
import { nextAfter } from '../../html/walk-nodes.ts'
import { readText } from './read-text.ts'
import {
  type Grid,
  gridOf,
  headersOf,
  headRepeats,
  headRows,
  isHead,
  isTitle,
  partsAsShown,
  rowsInHead,
  type TableHeaders,
  titleRows,
} from './table-grid.ts'

/** The cells of an item by the names of their columns, in their order; a place may have none. */
export type TableCells = ReadonlyMap<string, DocumentNode | undefined>

/** One item of a table: the row it starts from, and its cells. */
export interface TableItem {
  node: DocumentNode
  cells: TableCells
}

/** Reads the items of a table or of a definition list. A cell that spans several rows or columns appears in each of them. */
export function readTable(html: HtmlDocument, table: DocumentNode, headers: TableHeaders): TableItem[] {
  if (html.elementName(table) === 'dl') return [readDefinitions(html, table)]
  const all = rowsOf(html, table)
  const fullGrid = gridOf(html, all)
  const skipped = headers === 'none' ? 0 : titleRows(fullGrid)
  const [rows, grid] = [all.slice(skipped), fullGrid.slice(skipped)]
  const headerSide = headers === 'auto' ? headersOf(html, grid) : headers
  if (headerSide === 'left')
    return columnsAsItems(
      html,
      table,
      grid.filter(row => !isTitle(row)),
    )
  const count = headerSide === 'none' ? 0 : headRows(html, rows, grid)
  const names = namesOf(html, grid.slice(0, count), widthOf(grid))
  const start = headerSide === 'none' ? 0 : Math.max(count, rowsInHead(html, rows))
  const isSection = headerSide === 'none' ? () => false : sectionsOf(grid)
  const repeatsHead = headRepeats(html, grid.slice(0, count))
  return grid
    .slice(start)
    .map((row, index) => ({ row, node: rows[index + start]! }))
    .filter(({ row }) => !isSection(row) && !repeatsHead(row))
    .map(({ row, node }) => ({ node, cells: cellsByName(names, row) }))
}

/** Returns a function that recognizes titles of sections: they span all columns that the other rows have. */
function sectionsOf(grid: Grid): (row: DocumentNode[]) => boolean {
  const columns = widthOf(grid.filter(row => !isTitle(row)))
  return row => isTitle(row) && row.length >= columns
}

/** Returns the table's own rows, not those of tables inside it. */
function rowsOf(html: HtmlDocument, table: DocumentNode): DocumentNode[] {
  const rows: DocumentNode[] = []
  for (const part of partsAsShown(html, table)) {
    if (html.isTemplate(part)) continue
    if (html.elementName(part) === 'tr') rows.push(part)
    for (let row = html.firstChild(part); row !== null; row = html.nextSibling(row)) {
      if (html.elementName(row) === 'tr') rows.push(row)
    }
  }
  return rows
}

const widthOf = (grid: Grid): number => grid.reduce((width, row) => Math.max(width, row.length), 0)

/** A name of several rows is joined with a blank. */
function namesOf(html: HtmlDocument, heads: Grid, columns: number): string[] {
  const named = Array.from({ length: columns }, () => new Set<DocumentNode>())
  for (const row of heads)
    for (const [column, cell] of row.entries()) if (cell !== undefined) named[column]!.add(cell)
  return uniqueNames(named.map(cells => [...cells].map(cell => readText(html, cell)).join(' ')))
}

/** Names of which no two are one: that of no text is its number, and one that was there before has its number behind it. */
function uniqueNames(texts: string[]): string[] {
  const names = texts.map((text, index) => text.trim() || String(index + 1))
  const firsts = new Map(names.map((name, index) => [name, index] as const).reverse())
  return names.map((name, index) => (firsts.get(name)! < index ? `${name} ${index + 1}` : name))
}

/**
 * Whether the first column of the table around a row has a text that `name` accepts. Checks only as many rows as a table
 * with names at the left has.
 */
export function isNamedAtLeft(
  html: HtmlDocument,
  row: DocumentNode,
  name: (text: string) => boolean,
): boolean {
  let table: DocumentNode | null = row
  while (table !== null && html.elementName(table) !== 'table') table = html.parent(table)
  if (table === null) return false
  const grid = gridOf(html, rowsOf(html, table).slice(0, MAX_NAMED_ROWS))
  return grid.some(([first]) => first !== undefined && name(readText(html, first)))
}

const MAX_NAMED_ROWS = 100

const cellsByName = (names: string[], row: (DocumentNode | undefined)[]): TableCells =>
  new Map(names.slice(0, row.length).map((name, column) => [name, row[column]]))

/** With names at the left each further column is an item; where names and cells take turns, all of them are one. */
function columnsAsItems(html: HtmlDocument, table: DocumentNode, whole: Grid): TableItem[] {
  const grid = isInPairs(html, whole) ? whole.flatMap(pairsOf) : whole
  const columns = Math.min(widthOf(grid), maxColumns(grid))
  const names = uniqueNames(grid.map(row => (row[0] === undefined ? '' : readText(html, row[0]))))
  return Array.from({ length: Math.max(0, columns - 1) }, (_, index) => ({
    node: table,
    cells: cellsByName(
      names,
      grid.map(row => row[index + 1]),
    ),
  }))
}

/** The maximum number of positions without a cell in a table with names at the left. Columns beyond it are left out. */
const MAX_EMPTY = 1_000_000

/** A single long row would give each of many others as many empty positions. */
const maxColumns = (grid: Grid): number =>
  Math.floor((grid.reduce((count, row) => count + row.length, 0) + MAX_EMPTY) / grid.length)

/** `<th>Name<td>Kettle<th>Weight<td>2 kg`. */
const isInPairs = (html: HtmlDocument, grid: Grid): boolean =>
  widthOf(grid) > 2 &&
  grid.every(row => row.every((cell, column) => isHead(html, cell) === (column % 2 === 0)))

const pairsOf = (row: DocumentNode[]): Grid =>
  Array.from({ length: Math.ceil(row.length / 2) }, (_, pair) => row.slice(2 * pair, 2 * pair + 2))

/** Terms that follow one another share what comes next. A list inside is no part of it. */
function readDefinitions(html: HtmlDocument, list: DocumentNode): TableItem {
  const terms: string[] = []
  const found: (DocumentNode | undefined)[] = []
  let node = html.firstChild(list)
  while (node !== null) {
    const name = html.elementName(node)
    const text = name === 'dt' ? readText(html, node) : ''
    if (text !== '') terms.push(text)
    if (name === 'dd') while (found.length < terms.length) found.push(node)
    node = (name === 'dl' ? null : html.firstChild(node)) ?? nextAfter(html, node, list)
  }
  return { node: list, cells: cellsByName(uniqueNames(terms), found) }
}
