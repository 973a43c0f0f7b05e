import type { Column } from './databases.ts'

/** Whether rows that are marked as removed are listed. */
export const REMOVED = ['without', 'with', 'only'] as const

/** Which rows are asked for. */
export interface RowSelection {
  filters: Filter[]
  q?: string | undefined
  removed: (typeof REMOVED)[number]
}

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

/** Where a row's data holds a column. Names of columns hold neither quotes nor backslashes. */
export const pathOf = ({ name }: Pick<Column, 'name'>) => `$."${name}"`

/** A column's value as an expression. */
export function sqlValue({ name, type }: Column): string {
  const value = `json_extract(data, '${pathOf({ name })}')`
  return type === 'string' ? `substr(${value}, 1, ${MAX_COMPARED})` : value
}

const plain = (value: string | number | boolean) => (typeof value === 'boolean' ? Number(value) : value)

/** A condition as SQL. Where a column is null, only `null` and `ne` can be true. */
export function filterSql({ column, operator, values }: Filter): Sql {
  return conditionOn(sqlValue(column), { column, operator, values })
}

/** A condition on a value that is known by an expression. */
export function conditionOn(value: string, { column, operator, values }: Filter): Sql {
  const plainValues = values.map(plain)
  if (operator === 'null') return { text: `${value} IS ${values[0] ? '' : 'NOT '}NULL`, values: [] }
  if (operator === 'ne') return { text: `${value} IS NOT ?`, values: plainValues }
  if (operator === 'contains') return contains(column, String(values[0]))
  if (operator === 'in')
    return { text: `${value} IN (${values.map(() => '?').join(', ')})`, values: plainValues }
  return { text: `${value} ${COMPARISONS[operator]} ?`, values: plainValues }
}

const contains = ({ name }: Column, text: string): Sql =>
  holds(`json_extract(data, '${pathOf({ name })}')`, text)

/** So many characters of a text may come again in it before LIKE is no longer the sooner one. */
const MOST_REPEATED = 8

/**
 * Whether a value holds a text, in whatever case of a to z. LIKE compares again from each character where the text could begin,
 * which for a text that repeats itself (`aaa…b`) takes seconds in a long value; looking for the bytes does not. The value ends
 * at a NUL in both: `substr` cuts it there.
 */
function holds(value: string, text: string): Sql {
  const small = text.replaceAll(/[A-Z]/g, letter => letter.toLowerCase())
  if (mostRepeated(small) > MOST_REPEATED)
    return { text: `instr(lower(substr(${value}, 1)), ?) > 0`, values: [small] }
  return { text: `${value} LIKE ? ESCAPE '\\'`, values: [likeOf(text)] }
}

/** How many characters from the start of a text come again further on in it, at most; by Knuth, Morris and Pratt. */
function mostRepeated(text: string): number {
  const repeated = [0]
  for (let at = 1, length = 0; at < text.length; at++) {
    while (length > 0 && text[at] !== text[length]) length = repeated[length - 1]!
    if (text[at] === text[length]) length++
    repeated.push(length)
  }
  return repeated.reduce((most, length) => Math.max(most, length))
}

const likeOf = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * Rows of which a text column holds `text`, in whatever case of a to z. The stored JSON is looked through first: few rows
 * are read further.
 */
export function searchSql(columns: readonly Column[], text: string): Sql {
  const texts = columns.filter(({ type }) => type === 'string')
  if (!texts.length) return { text: 'FALSE', values: [] }
  const inJson = holds('data', JSON.stringify(text).slice(1, -1))
  const inColumns = texts.map(column => contains(column, text))
  return {
    text: `(${inJson.text} AND (${inColumns.map(one => one.text).join(' OR ')}))`,
    values: [inJson, ...inColumns].flatMap(({ values }) => values),
  }
}

/** So many parts of a text are looked up; more of them would find no fewer rows. */
const MOST_PARTS = 24

/**
 * A query for rows whose texts hold all three-character parts of a text, which those that hold the text are among; null for a
 * shorter one. Parts are looked up whatever their case.
 */
export function partsQuery(text: string): string | null {
  const characters = [...text]
  // A NUL ends a text for LIKE, and is passed over by the index.
  if (characters.length < 3 || characters.includes('\0')) return null
  const parts = characters.slice(2).map((_, i) => characters.slice(i, i + 3).join(''))
  const quoted = [...new Set(parts)].slice(0, MOST_PARTS).map(part => `"${part.replaceAll('"', '""')}"`)
  return quoted.join(' AND ')
}

/** All of the conditions together. */
export const allOf = (parts: readonly Sql[]): Sql => ({
  text: parts.map(({ text }) => text).join(' AND '),
  values: parts.flatMap(({ values }) => values),
})
