import type { PhrasingContent, Table, TableCell } from 'mdast'
import type { DocumentNode, HtmlDocument, Skip } from '../../html/document.ts'

/** Rows of a page as a table of Markdown; the first row is its head. */
export interface MarkdownTable extends Table {
  /** Of rows that are read alone, the first may be no head. */
  isHeadless: boolean
}

interface Reading {
  html: HtmlDocument
  skip: Skip
}

const GROUPS = new Set(['thead', 'tbody', 'tfoot'])

/** The table of an element, of a group of rows, or of one row; null without rows. `readCell` reads a cell as one line. */
export function readTable(
  node: DocumentNode,
  reading: Reading,
  readCell: (cell: DocumentNode) => PhrasingContent[],
): MarkdownTable | null {
  const { html, skip } = reading
  const rows = rowsOf(node, reading)
  if (rows.length === 0) return null
  const cellsOf = (row: DocumentNode): TableCell[] =>
    childElements(row, html)
      .filter(cell => !skip.has(cell))
      .map(cell => ({ type: 'tableCell', children: readCell(cell) }))
  const children = rows.map(row => ({ type: 'tableRow' as const, children: cellsOf(row) }))
  return { type: 'table', children, isHeadless: isHeadless(rows[0]!, node, html) }
}

/** What is in a table beside its rows, such as a caption. */
export const besideRows = (table: DocumentNode, html: HtmlDocument): DocumentNode[] =>
  isRow(table, html)
    ? []
    : childElements(table, html).filter(child => !isRow(child, html) && !isGroup(child, html))

export function childElements(node: DocumentNode, html: HtmlDocument): DocumentNode[] {
  const found: DocumentNode[] = []
  for (let child = html.firstChild(node); child !== null; child = html.nextSibling(child))
    if (html.elementName(child) !== null) found.push(child)
  return found
}

const isRow = (node: DocumentNode, html: HtmlDocument) => html.elementName(node) === 'tr'

const isGroup = (node: DocumentNode, html: HtmlDocument) => GROUPS.has(html.elementName(node) ?? '')

function rowsOf(node: DocumentNode, { html, skip }: Reading): DocumentNode[] {
  if (isRow(node, html)) return [node]
  return childElements(node, html)
    .filter(child => !skip.has(child))
    .flatMap(child => (isGroup(child, html) ? childElements(child, html) : [child]))
    .filter(row => isRow(row, html) && !skip.has(row))
}

/** Rows are headless where they are no table of their own, and others of it stand before them. */
function isHeadless(first: DocumentNode, node: DocumentNode, html: HtmlDocument): boolean {
  if (html.elementName(node) === 'table') return false
  const parent = html.parent(first)
  return (
    parent !== null &&
    (hasBefore(parent, first, html, isRow) || (isGroup(parent, html) && hasGroupBefore(parent, html)))
  )
}

function hasGroupBefore(group: DocumentNode, html: HtmlDocument): boolean {
  const table = html.parent(group)
  return table !== null && hasBefore(table, group, html, isGroup)
}

function hasBefore(
  parent: DocumentNode,
  node: DocumentNode,
  html: HtmlDocument,
  isOne: (node: DocumentNode, html: HtmlDocument) => boolean,
): boolean {
  for (let at = html.firstChild(parent); at !== null && at !== node; at = html.nextSibling(at))
    if (isOne(at, html)) return true
  return false
}
