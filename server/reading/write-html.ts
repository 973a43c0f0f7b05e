import type { Nodes, Parents, Table, TableCell } from 'mdast'
import type { CoveredCell, MarkdownTable } from '../parsers/html/markdown-table.ts'

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
      return escaped(node.value)
    case 'heading':
      return `<h${node.depth}>${contentOf(node)}</h${node.depth}>`
    case 'list':
      return node.ordered
        ? `<ol${startOf(node.start)}>${contentOf(node)}</ol>`
        : `<ul>${contentOf(node)}</ul>`
    case 'table':
      return tableOf(node)
    case 'link':
      return `<a href="${escaped(node.url)}">${contentOf(node)}</a>`
    case 'image':
      return `<img src="${escaped(node.url)}" alt="${escaped(node.alt ?? '')}">`
    case 'inlineCode':
      return `<code>${escaped(node.value)}</code>`
    case 'code':
      return `<pre><code${languageOf(node.lang)}>${escaped(node.value)}</code></pre>`
    case 'footnoteReference':
      return `<sup>[${escaped(node.label ?? '')}]</sup>`
    case 'footnoteDefinition':
      return `<div><sup>[${escaped(node.label ?? '')}]</sup>${contentOf(node)}</div>`
    case 'break':
      return '<br>'
    default:
      return node.type === 'thematicBreak' ? '<hr>' : ''
  }
}

const contentOf = ({ children }: Parents): string => children.map(writeHtml).join('')

const startOf = (start: number | null | undefined) => ((start ?? 1) === 1 ? '' : ` start="${start}"`)

const languageOf = (lang: string | null | undefined) => (lang ? ` class="language-${escaped(lang)}"` : '')

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
  const written = new Set<TableCell>()
  const cellOf = (cell: TableCell, row: number, column: number): string => {
    const owner = ownerOf(cell)!
    if (written.has(owner)) return ''
    written.add(owner)
    const wide = runOf(index => ownerOf(rows[row]![column + index]) === owner)
    const high = runOf(index => ownerOf(rows[row + index]?.[column]) === owner)
    return `<${name}${spanOf('rowspan', high)}${spanOf('colspan', wide)}>${contentOf(cell)}</${name}>`
  }
  return rows
    .map((cells, row) => `<tr>${cells.map((cell, column) => cellOf(cell, row, column)).join('')}</tr>`)
    .join('')
}

/** Returns the cell that covers a position. */
const ownerOf = (cell: TableCell | CoveredCell | undefined): TableCell | undefined =>
  cell !== undefined && 'coveredBy' in cell ? cell.coveredBy : cell

/** Returns how many consecutive numbers, starting at 0, satisfy the condition. */
function runOf(holds: (index: number) => boolean): number {
  let length = 0
  while (holds(length)) length++
  return length
}

const spanOf = (name: string, size: number) => (size > 1 ? ` ${name}="${size}"` : '')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
