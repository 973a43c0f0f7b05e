import { once } from '../base/once.ts'
import type { DocumentNode, HtmlDocument, SkippedNodes } from '../html/document.ts'
import { fastEngine } from '../html/fast-engine.ts'
import { isInAny } from '../html/walk-nodes.ts'
import { type ReferenceLabels, readMarkdownTree } from '../parsers/html/markdown/read-tree.ts'
import { readTable } from '../parsers/html/read-table.ts'
import { readText } from '../parsers/html/read-text.ts'
import { isHidden } from './boilerplate.ts'
import type { PagePart } from './find-main.ts'
import { plainText } from './plain-text.ts'

/** A table as data. Each row has a cell for each column, or null if the page has no cell there. */
export interface PageTable {
  caption: string | null
  columns: string[]
  rows: (string | null)[][]
}

const TABLE = fastEngine.compile('table')
const CAPTION = fastEngine.compile('caption')
const SUPERSCRIPT = fastEngine.compile('sup')

const MAX_TABLES = 50
/** Maximum number of characters in all tables of a page. */
const MAX_CHARACTERS = 200_000

/** Returns the data tables in a part of a page: those with at least two columns and one row, and no table inside. */
export function readTables(
  html: HtmlDocument,
  { root, skip }: PagePart,
  references: ReferenceLabels,
): PageTable[] {
  const tables: PageTable[] = []
  let characters = 0
  const hidden = once(() => new Set([...skip].filter(node => isHidden(html, node))))
  for (const node of html.select(TABLE, root, MAX_TABLES)) {
    if (isInAny(html, node, skip) || html.select(TABLE, node, 2).some(inner => inner !== node)) continue
    const table = tableOf(html, node, {
      hidden: hidden(),
      references,
      maxCharacters: MAX_CHARACTERS - characters,
    })
    if (table.columns.length < 2 || table.rows.length === 0) continue
    characters += sizeOf(table)
    tables.push(table)
  }
  return tables
}

const sizeOf = ({ columns, rows }: PageTable): number =>
  [columns, ...rows].flat().reduce((sum, cell) => sum + (cell?.length ?? 0) + 1, 0)

interface TableReading {
  hidden: SkippedNodes
  references: ReferenceLabels
  /** The most characters that the rows may have. */
  maxCharacters: number
}

function tableOf(html: HtmlDocument, node: DocumentNode, reading: TableReading): PageTable {
  const { hidden, maxCharacters } = reading
  const items = readTable(html, node, 'auto')
  const columns = [...new Set(items.flatMap(({ cells }) => [...cells.keys()]))]
  const [caption] = html.select(CAPTION, node, 1)
  const table: PageTable = {
    caption: caption === undefined ? null : readText(html, caption, hidden),
    columns,
    rows: [],
  }
  const hasSuperscripts = html.select(SUPERSCRIPT, node, 1).length > 0
  const textOf = (cell: DocumentNode) =>
    hasSuperscripts ? textWithMarks(html, cell, reading) : readText(html, cell, hidden)
  let characters = 0
  for (const { cells } of items) {
    const row = columns.map(name => {
      const cell = cells.get(name)
      return cell === undefined ? null : textOf(cell)
    })
    characters += row.reduce((sum, cell) => sum + (cell?.length ?? 0) + 1, 0)
    if (characters > maxCharacters) break
    table.rows.push(row)
  }
  return table
}

/** Reads a cell with marks of notes and raised numbers as in the text of the page: `25<sup>1</sup>` is not 251. */
function textWithMarks(html: HtmlDocument, cell: DocumentNode, { hidden, references }: TableReading): string {
  if (html.select(SUPERSCRIPT, cell, 1).length === 0) return readText(html, cell, hidden)
  const { children } = readMarkdownTree(html, cell, hidden, undefined, references)
  return children.map(plainText).join(' ').replace(/\s+/g, ' ')
}
