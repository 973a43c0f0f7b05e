import type { Column } from './databases.ts'

export const FILTER_OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'contains', 'null'] as const
export type FilterOperator = (typeof FILTER_OPERATORS)[number]

/** A condition on a column. Texts among the values are shorter than `MAX_COMPARED`. */
export interface Filter {
  column: Column
  operator: FilterOperator
  values: (string | number | boolean)[]
}

/** A part of a statement and the values for its question marks. */
export interface Sql {
  text: string
  values: (string | number)[]
}

/** Texts are compared and sorted by so many characters, so that a long one burdens no index and no cursor. */
export const MAX_COMPARED = 500

const COMPARISONS = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** A column's value as an expression. Names of columns hold neither quotes nor backslashes. */
export function sqlValue({ name, type }: Column): string {
  const value = `json_extract(data, '$."${name}"')`
  return type === 'string' ? `substr(${value}, 1, ${MAX_COMPARED})` : value
}

const plain = (value: string | number | boolean) => (typeof value === 'boolean' ? Number(value) : value)

/** A condition as SQL. Where a column is null, only `null` and `ne` can be true. */
export function filterSql({ column, operator, values }: Filter): Sql {
  const value = sqlValue(column)
  const plainValues = values.map(plain)
  if (operator === 'null') return { text: `${value} IS ${values[0] ? '' : 'NOT '}NULL`, values: [] }
  if (operator === 'ne') return { text: `${value} IS NOT ?`, values: plainValues }
  if (operator === 'contains') return { text: contains(column), values: [likeOf(String(values[0]))] }
  if (operator === 'in')
    return { text: `${value} IN (${values.map(() => '?').join(', ')})`, values: plainValues }
  return { text: `${value} ${COMPARISONS[operator]} ?`, values: plainValues }
}

const contains = ({ name }: Column) => `json_extract(data, '$."${name}"') LIKE ? ESCAPE '\\'`

const likeOf = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * Rows of which a text column holds `text`, in whatever case of a to z. The stored JSON is looked through first: few rows
 * are read further.
 */
export function searchSql(columns: readonly Column[], text: string): Sql {
  const texts = columns.filter(({ type }) => type === 'string')
  if (!texts.length) return { text: 'FALSE', values: [] }
  const inJson = likeOf(JSON.stringify(text).slice(1, -1))
  return {
    text: `(data LIKE ? ESCAPE '\\' AND (${texts.map(contains).join(' OR ')}))`,
    values: [inJson, ...texts.map(() => likeOf(text))],
  }
}

/** All of the conditions together. */
export const allOf = (parts: readonly Sql[]): Sql => ({
  text: parts.map(({ text }) => text).join(' AND '),
  values: parts.flatMap(({ values }) => values),
})
