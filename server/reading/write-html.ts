import type { Nodes, Parents, Table, TableCell } from 'mdast'
import type { CoveredCell, MarkdownTable } from '../parsers/html/markdown/read-table.ts'

/** Names of the elements for nodes that are written as their content in one element. */
const ELEMENTS: Partial<Record<Nodes['type'], string>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  listItem: 'li',
  delete: 'del',
  emphasis: 'em',
  strong: 'strong',
}

/**
 * Writes a node as HTML, without any markup of its page. Recursion is safe: the Markdown reader limits the depth of trees.
 */
export function writeHtml(node: Nodes): string {
  const element = ELEMENTS[node.type]
  if (element !== undefined) return `<${element}>${contentOf(node as Parents)}</${element}>`
  switch (node.type) {
    case 'text':
      return escapeHtml(node.value)
    case 'heading':
      return `<h${node.depth}>${contentOf(node)}</h${node.depth}>`
    case 'list':
      return node.ordered
        ? `<ol${startOf(node.start)}>${contentOf(node)}</ol>`
        : `<ul>${contentOf(node)}</ul>`
    case 'table':
      return tableOf(node)
    case 'link':
      return `<a href="${escapeHtml(node.url)}">${contentOf(node)}</a>`
    case 'image':
      return `<img src="${escapeHtml(node.url)}" alt="${escapeHtml(node.alt ?? '')}">`
    case 'inlineCode':
      return `<code>${escapeHtml(node.value)}</code>`
    case 'inlineMath':
      return escapeHtml(`$${node.value}$`)
    case 'code':
      return `<pre><code${languageOf(node.lang)}>${escapeHtml(node.value)}</code></pre>`
    case 'footnoteReference':
      return `<sup>[${escapeHtml(node.label ?? '')}]</sup>`
    case 'footnoteDefinition':
      return `<div><sup>[${escapeHtml(node.label ?? '')}]</sup>${contentOf(node)}</div>`
    case 'break':
      return '<br>'
    default:
      return node.type === 'thematicBreak' ? '<hr>' : ''
  }
}

const contentOf = ({ children }: Parents): string => children.map(writeHtml).join('')

const startOf = (start: number | null | undefined) => ((start ?? 1) === 1 ? '' : ` start="${start}"`)

const languageOf = (lang: string | null | undefined) => (lang ? ` class="language-${escapeHtml(lang)}"` : '')

function tableOf(table: Table): string {
  const { children, heads } = table as MarkdownTable
  const rows = children.map(row => row.children)
  const body = rowsOf(rows.slice(heads), 'td')
  return `<table><thead>${rowsOf(rows.slice(0, heads), 'th')}</thead>${body && `<tbody>${body}</tbody>`}</table>`
}

/**
 * Writes rows of a table. A cell that spans beyond these rows ends with them; a cell that starts above them is written
 * empty.
 */
function rowsOf(rows: TableCell[][], name: string): string {
  const writtenCells = new Set<TableCell>()
  const cellOf = (cell: TableCell, row: number, column: number): string => {
    const owner = ownerOf(cell)!
    if (writtenCells.has(owner)) return ''
    writtenCells.add(owner)
    const columnCount = countWhile(index => ownerOf(rows[row]![column + index]) === owner)
    const rowCount = countWhile(index => ownerOf(rows[row + index]?.[column]) === owner)
    return `<${name}${spanOf('rowspan', rowCount)}${spanOf('colspan', columnCount)}>${contentOf(cell)}</${name}>`
  }
  return rows
    .map((cells, row) => `<tr>${cells.map((cell, column) => cellOf(cell, row, column)).join('')}</tr>`)
    .join('')
}

/** Returns the cell that covers a position. */
const ownerOf = (cell: TableCell | CoveredCell | undefined): TableCell | undefined =>
  cell !== undefined && 'coveredBy' in cell ? cell.coveredBy : cell

/** Returns how many consecutive numbers, starting at 0, satisfy the condition. */
function countWhile(condition: (index: number) => boolean): number {
  let length = 0
  while (condition(length)) length++
  return length
}

const spanOf = (name: string, size: number) => (size > 1 ? ` ${name}="${size}"` : '')

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
