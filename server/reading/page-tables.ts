import { once } from '../base/once.ts'
import type { DocumentNode, HtmlDocument, SkippedNodes } from '../html/document.ts'
import { fastEngine } from '../html/fast-engine.ts'
import { isInAny } from '../html/walk-nodes.ts'
import { readTable } from '../parsers/html/read-table.ts'
import { readText } from '../parsers/html/read-text.ts'
import { isHidden } from './boilerplate.ts'
import type { PagePart } from './find-main.ts'

/** A table as data. Each row has a cell for each column, or null if the page has no cell there. */
export interface PageTable {
  caption: string | null
  columns: string[]
  rows: (string | null)[][]
}

const TABLE = fastEngine.compile('table')
const CAPTION = fastEngine.compile('caption')

const MAX_TABLES = 50
/** Maximum number of characters in all tables of a page. */
const MAX_CHARACTERS = 200_000

/** Returns the data tables in a part of a page: those with at least two columns and one row, and no table inside. */
export function readTables(html: HtmlDocument, { root, skip }: PagePart): PageTable[] {
  const tables: PageTable[] = []
  let characters = 0
  const hidden = once(() => new Set([...skip].filter(node => isHidden(html, node))))
  for (const node of html.select(TABLE, root, MAX_TABLES)) {
    if (isInAny(html, node, skip) || html.select(TABLE, node, 2).some(inner => inner !== node)) continue
    const table = tableOf(html, node, hidden(), MAX_CHARACTERS - characters)
    if (table.columns.length < 2 || table.rows.length === 0) continue
    characters += sizeOf(table)
    tables.push(table)
  }
  return tables
}

const sizeOf = ({ columns, rows }: PageTable): number =>
  [columns, ...rows].flat().reduce((sum, cell) => sum + (cell?.length ?? 0) + 1, 0)

/** Reads a table, up to `maxCharacters` characters of rows. */
function tableOf(
  html: HtmlDocument,
  node: DocumentNode,
  hidden: SkippedNodes,
  maxCharacters: number,
): PageTable {
  const items = readTable(html, node, 'auto')
  const columns = [...new Set(items.flatMap(({ cells }) => [...cells.keys()]))]
  const [caption] = html.select(CAPTION, node, 1)
  const table: PageTable = {
    caption: caption === undefined ? null : readText(html, caption, hidden),
    columns,
    rows: [],
  }
  let characters = 0
  for (const { cells } of items) {
    const row = columns.map(name => {
      const cell = cells.get(name)
      return cell === undefined ? null : readText(html, cell, hidden)
    })
    characters += row.reduce((sum, cell) => sum + (cell?.length ?? 0) + 1, 0)
    if (characters > maxCharacters) break
    table.rows.push(row)
  }
  return table
}
