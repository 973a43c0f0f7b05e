import type { DocumentNode, HtmlDocument } from '../../html/document.ts'
import { elementsIn } from './elements-in.ts'
import { readText } from './read-text.ts'
import {
  type Grid,
  gridOf,
  headersOf,
  headRows,
  isTitle,
  type TableHeaders,
  titleRows,
} from './table-grid.ts'

/** One item of a table: the row it starts from, and its cells by the names of their columns. */
export interface TableItem {
  node: DocumentNode
  cells: Map<string, DocumentNode>
}

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
  const count = where === 'none' ? 0 : headRows(html, rows, grid)
  const names = namesOf(html, grid.slice(0, count), widthOf(grid))
  const isSection = where === 'none' ? () => false : sectionsOf(grid)
  return grid
    .slice(count)
    .map((row, index) => ({ row, node: rows[index + count]! }))
    .filter(({ row }) => !isSection(row))
    .map(({ row, node }) => ({ node, cells: named(names, row) }))
}

/** Tells titles of sections: over all columns that the rows between them have. */
function sectionsOf(grid: Grid): (row: DocumentNode[]) => boolean {
  const columns = widthOf(grid.filter(row => !isTitle(row)))
  return row => isTitle(row) && row.length >= columns
}

/** Its own rows, not those of tables inside it. */
function rowsOf(html: HtmlDocument, table: DocumentNode): DocumentNode[] {
  const rows: DocumentNode[] = []
  for (let part = html.firstChild(table); part !== null; part = html.nextSibling(part)) {
    if (html.isTemplate(part)) continue
    if (html.elementName(part) === 'tr') rows.push(part)
    for (let row = html.firstChild(part); row !== null; row = html.nextSibling(row)) {
      if (html.elementName(row) === 'tr') rows.push(row)
    }
  }
  return rows
}

const widthOf = (grid: Grid): number => grid.reduce((width, row) => Math.max(width, row.length), 0)

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
