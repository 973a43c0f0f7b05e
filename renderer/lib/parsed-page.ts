import type { OutputOf } from './service/client.ts'

export type ParsedPage = OutputOf<'page-parse'>

/** Says in sentences how the data of a page was used. */
export const usesOf = ({ rows, fixture_id }: Pick<ParsedPage, 'rows' | 'fixture_id'>): string[] => [
  ...(rows ? [rowsText(rows)] : []),
  ...(fixture_id === null ? [] : ['The page is saved with the parser.']),
]

function rowsText({ faults, ...counts }: NonNullable<ParsedPage['rows']>): string {
  const texts = Object.entries(counts).flatMap(([word, count]) => (count ? [`${count} ${word}`] : []))
  const reasons = faults.map(({ column, error }) => (column ? `${column}: ${error}` : error))
  return [`Rows: ${texts.join(', ') || 'none'}.`, ...reasons].join(' ')
}
