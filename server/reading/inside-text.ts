import type { DocumentNode, HtmlDocument } from '../html/document.ts'
import { SEPARATED_ELEMENTS } from '../html/read/text-borders.ts'

/** Maximum number of children to examine of an element. */
const MAX_CHILDREN = 30

/**
 * Whether the place of an element shows that it is part of a text, whatever its class says: an inline element between words,
 * a cell of a table with headings, or an element around code.
 */
export function isInsideText(html: HtmlDocument, node: DocumentNode, name: string): boolean {
  if (name === 'td' || name === 'th') return hasHeadings(html, node)
  return SEPARATED_ELEMENTS.has(name)
    ? firstChildNamed(html, node, CODE) !== null
    : isBetweenWords(html, node)
}

const CODE: ReadonlySet<string> = new Set(['pre'])

const WORD_BEFORE = /[\p{L}\p{N},]\s*$/u
const WORD_AFTER = /^[\s.,:;!?)]*[\p{L}\p{N}]/u

function isBetweenWords(html: HtmlDocument, node: DocumentNode): boolean {
  const [before, after] = [html.previousSibling(node), html.nextSibling(node)]
  const textOf = (sibling: DocumentNode | null) => (sibling === null ? '' : (html.characters(sibling) ?? ''))
  return WORD_BEFORE.test(textOf(before)) && WORD_AFTER.test(textOf(after))
}

const ROW_GROUPS: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot'])
const ROWS: ReadonlySet<string> = new Set([...ROW_GROUPS, 'tr'])
const HEAD_CELLS: ReadonlySet<string> = new Set(['th'])

/** Whether the first row of the table of a cell has a heading. Tables that only arrange a page have none. */
function hasHeadings(html: HtmlDocument, cell: DocumentNode): boolean {
  const row = html.parent(cell)
  const around = row && html.parent(row)
  const table = around && ROW_GROUPS.has(html.elementName(around) ?? '') ? html.parent(around) : around
  const first = table && firstChildNamed(html, table, ROWS)
  if (!first) return false
  const isGroup = ROW_GROUPS.has(html.elementName(first) ?? '')
  const firstRow = isGroup ? firstChildNamed(html, first, ROWS) : first
  return firstRow !== null && firstChildNamed(html, firstRow, HEAD_CELLS) !== null
}

function firstChildNamed(
  html: HtmlDocument,
  parent: DocumentNode,
  names: ReadonlySet<string>,
): DocumentNode | null {
  let child = html.firstChild(parent)
  for (let left = MAX_CHILDREN; child !== null && left > 0; left--) {
    if (names.has(html.elementName(child) ?? '')) return child
    child = html.nextSibling(child)
  }
  return null
}
