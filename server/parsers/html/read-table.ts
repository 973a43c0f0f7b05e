import type { DocumentNode, HtmlDocument } from '../../html/document.ts'
import { elementsIn } from './elements-in.ts'
import { readText } from './read-text.ts'

/** Where the names of a table stand; `auto` looks at its first row and column. */
export type TableHeaders = 'auto' | 'top' | 'left' | 'none'

/** One item of a table: the row it starts from, and its cells by the names of their columns. */
export interface TableItem {
  node: DocumentNode
  cells: Map<string, DocumentNode>
}

type Grid = DocumentNode[][]

/** A cell that claims to span more is not believed. */
const MAX_SPAN = 1_000
const MAX_CELLS = 1_000_000

/** The items of a table or of a list of definitions. Cells that span several rows or columns stand in each of them. */
export function readTable(html: HtmlDocument, table: DocumentNode, headers: TableHeaders): TableItem[] {
  if (html.elementName(table) === 'dl') return [definitions(html, table)]
  const all = rowsOf(html, table)
  const whole = gridOf(html, all)
  const skipped = headers === 'none' ? 0 : titleRows(whole)
  const [rows, grid] = [all.slice(skipped), whole.slice(skipped)]
  const where = headers === 'auto' ? headersOf(html, grid) : headers
  if (where === 'left')
    return columnsAsItems(
      html,
      table,
      grid.filter(row => !isTitle(row)),
    )
  const count = where === 'none' ? 0 : headRows(html, grid)
  const names = namesOf(html, grid.slice(0, count), widthOf(grid))
  return grid.slice(count).map((row, index) => ({ node: rows[index + count]!, cells: named(names, row) }))
}

const isCell = (html: HtmlDocument, node: DocumentNode | undefined) =>
  node !== undefined && ['td', 'th'].includes(html.elementName(node) ?? '')
const isHead = (html: HtmlDocument, node: DocumentNode | undefined) =>
  node !== undefined && html.elementName(node) === 'th'

/** Its own rows, not those of tables inside it. */
function rowsOf(html: HtmlDocument, table: DocumentNode): DocumentNode[] {
  const rows: DocumentNode[] = []
  for (let part = html.firstChild(table); part !== null; part = html.nextSibling(part)) {
    if (html.elementName(part) === 'tr') rows.push(part)
    for (let row = html.firstChild(part); row !== null; row = html.nextSibling(row)) {
      if (html.elementName(row) === 'tr') rows.push(row)
    }
  }
  return rows
}

function gridOf(html: HtmlDocument, rows: DocumentNode[]): Grid {
  const grid: Grid = rows.map(() => [])
  let filled = 0
  for (const [index, row] of rows.entries()) {
    let column = 0
    for (let cell = html.firstChild(row); cell !== null; cell = html.nextSibling(cell)) {
      if (!isCell(html, cell)) continue
      while (grid[index]![column] !== undefined) column++
      const wide = span(html, cell, 'colspan')
      const high = Math.min(span(html, cell, 'rowspan'), rows.length - index)
      filled += wide * high
      if (filled > MAX_CELLS) return grid
      for (let down = 0; down < high; down++)
        for (let over = 0; over < wide; over++) grid[index + down]![column + over] = cell
    }
  }
  return grid
}

const widthOf = (grid: Grid): number => grid.reduce((width, row) => Math.max(width, row.length), 0)

function span(html: HtmlDocument, cell: DocumentNode, name: string): number {
  const size = Number.parseInt(html.attribute(cell, name) ?? '1', 10)
  return size >= 1 && size <= MAX_SPAN ? size : 1
}

/** One cell over several columns, as that of a title or of a section has, names nothing. */
const isTitle = (row: DocumentNode[]): boolean => row.length > 1 && row.every(cell => cell === row[0])

/** Titles at the top, where there is anything below them. */
function titleRows(grid: Grid): number {
  const first = grid.findIndex(row => !isTitle(row))
  return first < 0 ? 0 : first
}

function headersOf(html: HtmlDocument, grid: Grid): TableHeaders {
  const first = grid[0] ?? []
  if (first.length > 0 && first.every(cell => isHead(html, cell))) return grid.length > 1 ? 'top' : 'none'
  const named = grid.filter(row => !isTitle(row))
  return named.length > 0 && named.every(row => isHead(html, row[0])) ? 'left' : 'top'
}

/** Rows of nothing but heads at the top; the first row, where no cell says that it is one. */
function headRows(html: HtmlDocument, grid: Grid): number {
  const body = grid.findIndex(row => !row.every(cell => isHead(html, cell)))
  return body < 0 ? Math.min(1, grid.length) : Math.max(1, body)
}

/** A name of several rows is joined with a blank, one for no text is the number of its column. */
function namesOf(html: HtmlDocument, heads: Grid, columns: number): string[] {
  const names = Array.from({ length: columns }, (_, column) => {
    const cells = new Set(heads.map(row => row[column]).filter(cell => cell !== undefined))
    return (
      [...cells]
        .map(cell => readText(html, cell))
        .join(' ')
        .trim() || String(column + 1)
    )
  })
  const firsts = new Map(names.map((name, column) => [name, column] as const).reverse())
  return names.map((name, column) => (firsts.get(name)! < column ? `${name} ${column + 1}` : name))
}

/** Whether the first column of the table around a row names something so; looks at as many rows as tables of names have. */
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

function named(names: string[], row: DocumentNode[]): Map<string, DocumentNode> {
  return new Map(
    names.flatMap((name, column) => (row[column] === undefined ? [] : [[name, row[column]] as const])),
  )
}

/** With names at the left each further column is an item. */
function columnsAsItems(html: HtmlDocument, table: DocumentNode, grid: Grid): TableItem[] {
  const columns = widthOf(grid)
  const names = grid.map(row => (row[0] === undefined ? '' : readText(html, row[0])))
  return Array.from({ length: Math.max(0, columns - 1) }, (_, index) => ({
    node: table,
    cells: named(
      names,
      grid.map(row => row[index + 1]!),
    ),
  }))
}

function definitions(html: HtmlDocument, list: DocumentNode): TableItem {
  const cells = new Map<string, DocumentNode>()
  let name = ''
  for (const node of elementsIn(html, list)) {
    if (html.elementName(node) === 'dt') name = readText(html, node)
    if (html.elementName(node) === 'dd' && name !== '' && !cells.has(name)) cells.set(name, node)
  }
  return { node: list, cells }
}
