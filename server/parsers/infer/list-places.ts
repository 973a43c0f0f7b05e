import type { DocumentNode } from '../../html/document.ts'
import { readTable } from '../html/read-table.ts'
import type { Case } from './case.ts'
import { cssPathsOf } from './css-paths.ts'
import { type LearningPage, learningEngine } from './learning-page.ts'
import { ancestorsOf } from './nodes.ts'

/** Where the items of a list stand: elements, or the rows of a table with headings. */
export type ListSource = { css: string } | { table: string }

/** One item: its element and, in a table, its cells by their headings. */
export type ItemPlace = Pick<Case, 'cells'> & { node: DocumentNode }

const MAX_ITEMS = 5_000

/** All items that a source finds on a page. */
export function placesIn({ html }: LearningPage, source: ListSource): ItemPlace[] {
  if ('css' in source)
    return html.select(learningEngine.compile(source.css), html.root, MAX_ITEMS).map(node => ({ node }))
  const [table] = html.select(learningEngine.compile(source.table), html.root, 1)
  return table === undefined ? [] : readTable(html, table, 'auto').slice(0, MAX_ITEMS)
}

/** The selectors of the table whose rows these elements are, best first; none where it has no headings. */
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
