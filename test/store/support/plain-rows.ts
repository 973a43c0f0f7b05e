import type { RowData } from '../../../server/store/databases/row-data.ts'
import type { Filter } from '../../../server/store/databases/row-filter.ts'
import type { RowQuery } from '../../../server/store/databases/row-list.ts'

/** Rows as a plain list, in the order in which they were added. Rows that are marked as removed have the mark. */
export type Plain = { data: RowData; isRemoved: boolean }

const lower = (text: string) => text.replaceAll(/[A-Z]/g, letter => letter.toLowerCase())
/** Reads a text as LIKE does: it ends at a NUL. */
const isIn = (value: unknown, text: string) =>
  typeof value === 'string' && lower(value.split('\0')[0]!).includes(lower(text))
/** Cuts a text as SQLite does: it ends at a NUL. */
const compared = (value: unknown) => {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' ? [...value.split('\0')[0]!].slice(0, 500).join('') : (value as number)
}
/** Orders texts as SQLite does: by their bytes. */
const order = (a: string | number, b: string | number) =>
  typeof a === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(String(b))) : a - Number(b)

function fits(data: RowData, { column: { name }, operator, values }: Filter): boolean {
  const value = data[name] ?? null
  if (operator === 'null') return (value === null) === values[0]
  if (operator === 'contains') return isIn(value, String(values[0]))
  if (value === null) return operator === 'ne'
  const orders = values.map(other => order(compared(value), compared(other)))
  const tests: Record<string, (sign: number) => boolean> = {
    eq: sign => sign === 0,
    in: sign => sign === 0,
    ne: sign => sign !== 0,
    gt: sign => sign > 0,
    gte: sign => sign >= 0,
    lt: sign => sign < 0,
    lte: sign => sign <= 0,
  }
  return orders.some(tests[operator]!)
}

/** What a query finds when it looks at every row. */
export function plainly(
  rows: readonly Plain[],
  { filters, q, removed, sort }: Omit<RowQuery, 'limit'>,
): unknown[] {
  const found = rows.filter(
    ({ data, isRemoved }) =>
      (removed === 'with' || isRemoved === (removed === 'only')) &&
      filters.every(filter => fits(data, filter)) &&
      (q === undefined || isIn(data.sku, q) || isIn(data.title, q)),
  )
  if (!sort) return found.reverse().map(({ data }) => data.sku)
  const { column, descending } = sort
  const sortedBy = ({ data }: Plain) => compared(data[column.name] ?? null)
  const numbered = found.map((row, seq) => ({ row, seq, value: sortedBy(row) }))
  const way = descending ? -1 : 1
  return numbered
    .sort((a, b) => {
      if (a.value === null || b.value === null)
        return a.value === b.value ? way * (a.seq - b.seq) : a.value === null ? 1 : -1
      return way * (order(a.value, b.value) || a.seq - b.seq)
    })
    .map(({ row }) => row.data.sku)
}
