import type { DocumentNode, HtmlDocument } from '../html/document.ts'
import { SEPARATED_ELEMENTS } from '../html/read/text-borders.ts'

/** Maximum number of children to examine of an element. */
const MAX_CHILDREN = 30

/**
 * Whether the place of an element shows that it is part of a text, whatever its class says: an inline element between words,
 * a cell of a table with headings, an element around code, or a section whose heading links to it.
 */
export function isInsideText(html: HtmlDocument, node: DocumentNode, name: string): boolean {
  if (name === 'td' || name === 'th') return hasHeadings(html, node)
  if (!SEPARATED_ELEMENTS.has(name)) return isBetweenWords(html, node)
  return firstChildNamed(html, node, CODE) !== null || isLinkedSection(html, node)
}

const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const LINKS: ReadonlySet<string> = new Set(['a'])

/** Whether the heading of an element links to it, as in documentation, whose ids are made from the words of headings. */
function isLinkedSection(html: HtmlDocument, node: DocumentNode): boolean {
  const id = html.attribute(node, 'id')
  const heading = id === null ? null : firstChildNamed(html, node, HEADINGS)
  const link = heading && firstChildNamed(html, heading, LINKS)
  return link !== null && html.attribute(link, 'href') === `#${id}`
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
