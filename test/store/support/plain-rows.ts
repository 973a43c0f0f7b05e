import type { RowData } from '../../../server/store/databases/row-data.ts'
import type { Filter } from '../../../server/store/databases/row-filter.ts'
import type { RowQuery } from '../../../server/store/databases/row-list.ts'

/** Rows as a plain list, in the order in which they were added. Rows that are marked as removed have the mark. */
export type PlainRow = { data: RowData; isRemoved: boolean }

const lowerCase = (text: string) => text.replaceAll(/[A-Z]/g, letter => letter.toLowerCase())
/** Reads a text as LIKE does: it ends at a NUL. */
const containsText = (value: unknown, text: string) =>
  typeof value === 'string' && lowerCase(value.split('\0')[0]!).includes(lowerCase(text))
/** Cuts a text as SQLite does: it ends at a NUL. */
const comparableValue = (value: unknown) => {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' ? [...value.split('\0')[0]!].slice(0, 500).join('') : (value as number)
}
/** Orders texts as SQLite does: by their bytes. */
const compareValues = (a: string | number, b: string | number) =>
  typeof a === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(String(b))) : a - Number(b)

function matchesFilter(data: RowData, { column: { name }, operator, values }: Filter): boolean {
  const value = data[name] ?? null
  if (operator === 'null') return (value === null) === values[0]
  if (operator === 'contains') return containsText(value, String(values[0]))
  if (value === null) return operator === 'ne'
  const comparisons = values.map(other => compareValues(comparableValue(value), comparableValue(other)))
  const tests: Record<string, (sign: number) => boolean> = {
    eq: sign => sign === 0,
    in: sign => sign === 0,
    ne: sign => sign !== 0,
    gt: sign => sign > 0,
    gte: sign => sign >= 0,
    lt: sign => sign < 0,
    lte: sign => sign <= 0,
  }
  return comparisons.some(tests[operator]!)
}

/** What a query finds when it looks at every row. */
export function queryPlainRows(
  rows: readonly PlainRow[],
  { filters, q, removed, sort }: Omit<RowQuery, 'limit'>,
): unknown[] {
  const found = rows.filter(
    ({ data, isRemoved }) =>
      (removed === 'with' || isRemoved === (removed === 'only')) &&
      filters.every(filter => matchesFilter(data, filter)) &&
      (q === undefined || containsText(data.sku, q) || containsText(data.title, q)),
  )
  if (!sort) return found.reverse().map(({ data }) => data.sku)
  const { column, descending } = sort
  const sortValueOf = ({ data }: PlainRow) => comparableValue(data[column.name] ?? null)
  const numbered = found.map((row, seq) => ({ row, seq, value: sortValueOf(row) }))
  const direction = descending ? -1 : 1
  return numbered
    .sort((a, b) => {
      if (a.value === null || b.value === null)
        return a.value === b.value ? direction * (a.seq - b.seq) : a.value === null ? 1 : -1
      return direction * (compareValues(a.value, b.value) || a.seq - b.seq)
    })
    .map(({ row }) => row.data.sku)
}
