import type { DocumentNode, HtmlDocument, SkippedNodes } from '../../../html/document.ts'
import { childElements, hasNamed } from '../../../html/walk-nodes.ts'
import { readText } from '../read-text.ts'
import { rowsOf } from './read-table.ts'

/**
 * Returns the cells of a table, or of a group of its rows, that only arranges what is in them: one that says so, one with
 * headings and a single row or another table inside, or code with its line numbers, of which the code is returned. Null for a
 * table of data.
 */
export function layoutCells(
  node: DocumentNode,
  html: HtmlDocument,
  skip: SkippedNodes,
): DocumentNode[] | null {
  if (html.elementName(node) === 'tr') return null
  const rows = rowsOf(node, { html, skip })
  const mayBeLayout = rows.length === 1 || hasNamed(html, node, isTable)
  const isLayout = saysSo(node, html) || (mayBeLayout && hasNamed(html, node, isHeading))
  if (!isLayout && rows.length !== 1) return null
  const cells = rows.flatMap(row => cellsOf(row, html)).filter(cell => !skip.has(cell))
  return isLayout ? cells : codeIn(cells, html)
}

const isTable = (name: string) => name === 'table'
const isHeading = (name: string) => /^h[1-6]$/.test(name)
const isCode = (name: string) => name === 'pre'

function saysSo(node: DocumentNode, html: HtmlDocument): boolean {
  const table = html.elementName(node) === 'table' ? node : html.parent(node)
  const role = table === null ? null : html.attribute(table, 'role')
  return role !== null && /^\s*(?:presentation|none)\s*$/i.test(role)
}

const cellsOf = (row: DocumentNode, html: HtmlDocument) =>
  childElements(html, row).filter(cell => /^t[dh]$/.test(html.elementName(cell) ?? ''))

/** Returns the code of a row with two cells if the first one has only line numbers. */
function codeIn(cells: DocumentNode[], html: HtmlDocument): DocumentNode[] | null {
  const [numbers, code] = cells
  const isNumbered =
    cells.length === 2 && hasNamed(html, code!, isCode) && /^[\d\s]+$/.test(readText(html, numbers!))
  return isNumbered ? [code!] : null
}
