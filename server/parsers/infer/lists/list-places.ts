import type { DocumentNode } from '../../../html/document.ts'
import { readTable } from '../../html/read-table.ts'
import { rangesFrom } from '../../sources/ranges.ts'
import { type LearningPage, learningEngine } from '../page/learning-page.ts'
import { ancestorsOf } from '../page/nodes.ts'
import type { FieldCase } from '../rules/case.ts'
import { cssPathsOf } from '../rules/css-paths.ts'

/** Where the items of a list are: elements, alone or with what follows them, or the rows of a table with headings. */
export type ListSource = { css: string; until?: string } | { table: string }

/** An item: its element, what follows that and, in a table, its cells by their headings. */
export type ItemPlace = Pick<FieldCase, 'cells' | 'range'> & { node: DocumentNode }

const MAX_ITEMS = 5_000

/** Returns all items that a source finds on a page. */
export function placesIn({ html }: LearningPage, source: ListSource): ItemPlace[] {
  if ('css' in source) {
    const nodes = html.select(learningEngine.compile(source.css), html.root, MAX_ITEMS)
    if (source.until === undefined) return nodes.map(node => ({ node }))
    const ranges = rangesFrom(html, nodes, learningEngine.compile(source.until))
    return nodes.map((node, index) => ({ node, range: ranges[index]! }))
  }
  const [table] = html.select(learningEngine.compile(source.table), html.root, 1)
  return table === undefined ? [] : readTable(html, table, 'auto').slice(0, MAX_ITEMS)
}

/** Returns selectors of the table that has these rows, best first; none if it has no headings. */
export function tablesOf(
  page: LearningPage,
  rows: DocumentNode[],
): { css: string; score: number; reasons: string[] }[] {
  const { html } = page
  const table = ancestorsOf(html, rows[0]!, null).find(node => html.elementName(node) === 'table')
  if (table === undefined || rows.some(row => html.elementName(row) !== 'tr') || !hasHeadings(page, table))
    return []
  return cssPathsOf(html, table, null).filter(({ css }) => {
    const places = new Set(placesIn(page, { table: css }).map(({ node }) => node))
    return rows.every(row => places.has(row))
  })
}

function hasHeadings({ html }: LearningPage, table: DocumentNode): boolean {
  const [first] = html.select(learningEngine.compile('tr'), table, 1)
  return first !== undefined && html.select(learningEngine.compile(':scope > th'), first, 2).length > 1
}
