import type { DocumentNode, HtmlDocument, Selector } from '../../html/document.ts'
import { isNamedAtLeft, readTable, type TableCells, type TableItem } from '../html/read-table.ts'
import { readText } from '../html/read-text.ts'
import type { TableHeaders } from '../html/table-grid.ts'
import { nothingAt, type PageView, whyMissing } from '../page-view.ts'
import { type ReadMethod, readNode } from './css-source.ts'
import { readItem } from './json-source.ts'
import type { CompiledSource, Scope } from './source.ts'

/**
 * Reads the items of the first table that a selector matches, or of the current element if there is none. Without fields, each
 * item is an object of texts by column.
 */
export function tableSource(
  css: string,
  selector: Selector | null,
  headers: TableHeaders,
  limit: number,
): CompiledSource {
  const missing = nothingAt('element', css)
  return {
    find(scope, page) {
      const html = page.html()
      const around = scope.node ?? html.root
      const [table] = selector ? html.select(selector, around, 1) : [around]
      if (table === undefined) return whyMissing(page, missing)
      const items = readTable(html, table, headers).slice(0, limit)
      return items.length > 0 ? items.map(scopesIn(page)) : whyNoRows(html, table, css)
    },
    read: readItem,
  }
}

function whyNoRows(html: HtmlDocument, table: DocumentNode, css: string): string {
  const name = html.elementName(table)
  if (name === 'table' && readTable(html, table, 'none').length > 0)
    return 'the table has no rows below its headings: with "headers": "none", each row is read'
  if (name === 'table' || name === 'dl') return 'the table has no rows'
  return `${name ? `a "${name}"` : 'the page'} is not a table: select one, as in ${JSON.stringify(`${css} table`.trim())}`
}

/** A cell that spans rows or columns is read once. */
function scopesIn(page: PageView): (item: TableItem) => Scope {
  const html = page.html()
  const known = new Map<DocumentNode, string | null>()
  const textOf = (cell: DocumentNode): string | null => {
    const text = known.get(cell) ?? (textIn(html, cell) || null)
    known.set(cell, text)
    return text
  }
  return ({ node, cells }) => {
    const texts = [...cells].flatMap(([name, cell]) => (cell === undefined ? [] : [[name, textOf(cell)]]))
    return { node, item: Object.fromEntries(texts), cells }
  }
}

const textIn = (html: HtmlDocument, cell: DocumentNode): string =>
  html.elementName(cell) === 'dd'
    ? [cell, ...furtherDefinitions(html, cell)]
        .map(node => readText(html, node))
        .join(' ')
        .trim()
    : readText(html, cell)

/** Returns the `dd` elements that follow one of the same term. */
function furtherDefinitions(html: HtmlDocument, cell: DocumentNode): DocumentNode[] {
  if (html.elementName(cell) !== 'dd') return []
  const found: DocumentNode[] = []
  for (let node = html.nextSibling(cell); node !== null; node = html.nextSibling(node)) {
    const name = html.elementName(node)
    if (name === 'dd') found.push(node)
    else if (name !== null) break
  }
  return found
}

/**
 * Reads a cell of the current row, by the name of its column or its number from 1; `inner` selects elements in that cell.
 */
export function columnSource(
  column: string | number,
  inner: { css: string; selector: Selector } | null,
  method: ReadMethod,
  limit: number,
): CompiledSource {
  return {
    find({ cells, node: row }, page, { index }) {
      if (!cells) return 'it is not inside the rows of a table'
      const cell = cellOf(cells, column)
      // Each row lacks the column: one look at the rest of the table is enough.
      if (cell === undefined && hasColumn(cells, column))
        return `the row has no cell in the column ${JSON.stringify(column)}`
      if (cell === undefined) return noColumn(page, index === 0 ? row : null, column, cells)
      const all = limit > 1 ? [cell, ...furtherDefinitions(page.html(), cell)].slice(0, limit) : [cell]
      if (!inner) return all.map(node => ({ node, item: undefined }))
      const nodes = all.flatMap(node => page.html().select(inner.selector, node, limit)).slice(0, limit)
      const missing = `no element of the cell matches ${JSON.stringify(inner.css)}`
      return nodes.length > 0 ? nodes.map(node => ({ node, item: undefined })) : missing
    },
    read: (found, page) => readNode(found, page, method),
  }
}

function noColumn(page: PageView, row: Scope['node'], column: string | number, cells: TableCells): string {
  const missing = `the table has no column ${JSON.stringify(column)}: ${[...cells.keys()].slice(0, 20).join(', ')}`
  if (typeof column === 'number' || row === null || !canBeAtLeft(page, row, column)) return missing
  return `${missing}. Its first column has that name: "headers": "left" reads names there`
}

const canBeAtLeft = (page: PageView, row: DocumentNode, column: string) =>
  isNamedAtLeft(page.html(), row, text => normalize(text) === normalize(column))

const normalize = (name: string) => name.replace(/\s+/g, ' ').trim().toLowerCase()

const hasColumn = (cells: TableCells, column: string | number) =>
  typeof column === 'number' ? column > 0 && column <= cells.size : cells.has(column)

function cellOf(cells: TableCells, column: string | number) {
  if (typeof column === 'number') return [...cells.values()][column - 1]
  const exact = cells.get(column)
  return exact ?? [...cells].find(([name]) => normalize(name) === normalize(column))?.[1]
}
