import type { Column } from '../store/databases/databases.ts'
import type { RowData } from '../store/databases/row-data.ts'

/** Names of columns whose values tell rows apart, the surest first. */
const NAMES = [
  ...['id', 'uuid', 'guid', 'sku', 'asin', 'isbn', 'ean', 'gtin', 'shortcode', 'zpid', 'video_id'],
  ...['url', 'link', 'href', 'permalink', 'slug', 'title', 'name'],
]

/** Fewer rows say little about what tells rows apart. */
const FEWEST = 2

/**
 * The columns that may tell rows apart: one, or none. A column is proposed by its name; where rows are known, only if each has
 * a value of its own there, and a column of any name if several rows do.
 */
export function proposeKey(
  columns: readonly Pick<Column, 'name' | 'type'>[],
  rows: readonly RowData[] = [],
): string[] {
  const possible = columns.filter(({ type }) => type === 'string' || type === 'integer')
  const fitting = possible.filter(({ name }) => isUnique(rows.map(row => row[name])))
  const byName = NAMES.map(known => fitting.find(({ name }) => name.toLowerCase() === known)).find(Boolean)
  const proposed = byName ?? (rows.length >= FEWEST ? fitting[0] : undefined)
  return proposed ? [proposed.name] : []
}

const isUnique = (values: readonly unknown[]): boolean =>
  values.every(value => value !== null && value !== undefined) && new Set(values).size === values.length
