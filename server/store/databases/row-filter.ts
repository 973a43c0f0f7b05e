import type { Column } from './databases.ts'

/** Whether to list rows that are marked as removed. */
export const REMOVED = ['without', 'with', 'only'] as const

/** Which rows to return. */
export interface RowSelection {
  filters: Filter[]
  q?: string | undefined
  removed: (typeof REMOVED)[number]
}

export const FILTER_OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'contains', 'null'] as const
export type FilterOperator = (typeof FILTER_OPERATORS)[number]

/** A condition on a column. Its texts are shorter than `MAX_COMPARED`. */
export interface Filter {
  column: Column
  operator: FilterOperator
  values: (string | number | boolean)[]
}

/** A part of a statement with the values of its placeholders. */
export interface Sql {
  text: string
  values: (string | number | bigint | Buffer)[]
}

/** Only this many characters of a text are compared and sorted, so that long texts do not enlarge indexes and cursors. */
export const MAX_COMPARED = 500

const COMPARISONS = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** The JSON path of a column in a row's data. Column names contain neither quotes nor backslashes. */
export const pathOf = ({ name }: Pick<Column, 'name'>) => `$."${name}"`

/** Returns the expression for the value of a column. */
export function sqlValue({ name, type }: Column): string {
  const value = `json_extract(data, '${pathOf({ name })}')`
  return type === 'string' ? `substr(${value}, 1, ${MAX_COMPARED})` : value
}

const INT64 = 2 ** 63

/**
 * Returns a value as the store reads it in the JSON of a row. There, a whole number is an integer of 64 bits with the digits
 * that JSON shows; a large number of JavaScript is another one nearby.
 */
export function storedValue(value: Filter['values'][number] | Buffer): Sql['values'][number] {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)) return value
  return Math.abs(value) < INT64 ? BigInt(String(value)) : value
}

/** Returns a filter as SQL. If a column is null, only `null` and `ne` can be true. */
export function filterSql({ column, operator, values }: Filter): Sql {
  return conditionOn(sqlValue(column), { column, operator, values })
}

/** Returns a filter as SQL, on a value given as an expression. */
export function conditionOn(value: string, { column, operator, values }: Filter): Sql {
  const storedValues = values.map(storedValue)
  if (operator === 'null') return { text: `${value} IS ${values[0] ? '' : 'NOT '}NULL`, values: [] }
  if (operator === 'ne') return { text: `${value} IS NOT ?`, values: storedValues }
  if (operator === 'contains') return contains(column, String(values[0]))
  if (operator === 'in')
    return { text: `${value} IN (${values.map(() => '?').join(', ')})`, values: storedValues }
  return { text: `${value} ${COMPARISONS[operator]} ?`, values: storedValues }
}

const contains = ({ name }: Column, text: string): Sql =>
  containsSql(`json_extract(data, '${pathOf({ name })}')`, text)

/** If more characters than this from the start of a text occur again in it, `instr` is faster than LIKE. */
const MAX_REPEATED = 8

/**
 * Returns a condition for values that contain a text, ignoring the case of a to z. LIKE compares again from each character
 * where the text could start, which takes seconds in a long value for a text that repeats itself (`aaa…b`); searching for
 * the bytes does not. Both end the value at a NUL: `substr` cuts it there.
 */
function containsSql(value: string, text: string): Sql {
  const small = text.replaceAll(/[A-Z]/g, letter => letter.toLowerCase())
  if (longestRepeat(small) > MAX_REPEATED)
    return { text: `instr(lower(substr(${value}, 1)), ?) > 0`, values: [small] }
  return { text: `${value} LIKE ? ESCAPE '\\'`, values: [likeOf(text)] }
}

/**
 * Returns the length of the longest prefix of a text that occurs again later in it, by the algorithm of Knuth, Morris and
 * Pratt.
 */
function longestRepeat(text: string): number {
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
 * Returns a condition for rows with a text column that contains `text`, ignoring the case of a to z. It searches the stored
 * JSON first, so that the columns of few rows are read.
 */
export function searchSql(columns: readonly Column[], text: string): Sql {
  const texts = columns.filter(({ type }) => type === 'string')
  if (!texts.length) return { text: 'FALSE', values: [] }
  const inJson = containsSql('data', JSON.stringify(text).slice(1, -1))
  const inColumns = texts.map(column => contains(column, text))
  return {
    text: `(${inJson.text} AND (${inColumns.map(one => one.text).join(' OR ')}))`,
    values: [inJson, ...inColumns].flatMap(({ values }) => values),
  }
}

/** How many parts of a text are looked up; more would not exclude further rows. */
const MAX_PARTS = 24

/**
 * Returns a query for rows whose texts contain all three-character parts of a text, ignoring case; rows that contain the
 * text are among them. Returns null for a shorter text.
 */
export function partsQuery(text: string): string | null {
  const characters = [...text]
  // LIKE ends a text at a NUL, and the index ignores NULs.
  if (characters.length < 3 || characters.includes('\0')) return null
  const parts = characters.slice(2).map((_, i) => characters.slice(i, i + 3).join(''))
  const quoted = [...new Set(parts)].slice(0, MAX_PARTS).map(part => `"${part.replaceAll('"', '""')}"`)
  return quoted.join(' AND ')
}

/** Joins conditions by AND. */
export const allOf = (parts: readonly Sql[]): Sql => ({
  text: parts.map(({ text }) => text).join(' AND '),
  values: parts.flatMap(({ values }) => values),
})
