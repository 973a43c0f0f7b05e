import type { Column } from '../store/databases/databases.ts'
import type { RowData } from '../store/databases/row-data.ts'

/** Names of columns whose values identify rows, the most certain first. */
const KEY_NAMES = [
  ...['id', 'uuid', 'guid', 'sku', 'asin', 'isbn', 'ean', 'gtin', 'shortcode', 'zpid', 'video_id'],
  ...['url', 'link', 'href', 'permalink', 'slug', 'title', 'name'],
]

/** With fewer rows, their values do not show what identifies a row. */
const MIN_ROWS = 2

/**
 * Proposes the columns that may identify rows: one column, or none. A column is proposed by its name; if rows are given,
 * only if each has a distinct value in it, and, with at least `MIN_ROWS` rows, a column of any name.
 */
export function proposeKey(
  columns: readonly Pick<Column, 'name' | 'type'>[],
  rows: readonly RowData[] = [],
): string[] {
  const possible = columns.filter(({ type }) => type === 'string' || type === 'integer')
  const fitting = possible.filter(({ name }) => isUnique(rows.map(row => row[name])))
  const byName = KEY_NAMES.map(known => fitting.find(({ name }) => name.toLowerCase() === known)).find(
    Boolean,
  )
  const proposed = byName ?? (rows.length >= MIN_ROWS ? fitting[0] : undefined)
  return proposed ? [proposed.name] : []
}

const isUnique = (values: readonly unknown[]): boolean =>
  values.every(value => value !== null && value !== undefined) && new Set(values).size === values.length
