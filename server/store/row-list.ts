import { AppError } from '../errors.ts'
import { type DatabaseRow, ROW_COLUMNS, type StoredRow, toRow } from './database-rows.ts'
import type { Column, DatabaseRecord } from './databases.ts'
import type { Engine } from './engine.ts'
import type { Page, PageQuery } from './page-of.ts'
import { allOf, type Filter, filterSql, MAX_COMPARED, type Sql, searchSql, sqlValue } from './row-filter.ts'
import { createRowIndexes } from './row-indexes.ts'

/** Whether rows that are marked as removed are listed. */
export const REMOVED = ['without', 'with', 'only'] as const

/** Which rows are asked for. */
export interface RowSelection {
  filters: Filter[]
  q?: string | undefined
  removed: (typeof REMOVED)[number]
}

export interface RowQuery extends RowSelection, PageQuery {
  /** Without it the newest row comes first. */
  sort?: { column: Column; descending: boolean } | undefined
}

/** A stretch of a sorted list: rows with a value, then those without. */
interface Stretch {
  where: Sql
  order: string
}

interface Place {
  stretch: number
  value: string | number | null
  seq: number
}

const NOTHING: Sql = { text: 'TRUE', values: [] }
const PRESENCE = { without: 'removed_at IS NULL', with: 'TRUE', only: 'removed_at IS NOT NULL' }

/** Lists rows by any column. Reads one page each time, so that a long list holds up nobody. */
export function createRowList(engine: Engine) {
  const indexes = createRowIndexes(engine)

  /**
   * The id stands in the text, since an index over the rows of one database is taken only where SQLite sees which it is.
   * Without statistics it would rather sort all rows than read them in the order of an index, so that this is named.
   */
  const select = (database: DatabaseRecord, selection: RowSelection, stretch: Stretch, sorted?: Column) => {
    const index = sorted && indexes.find(database.id, sorted)
    const conditions = allOf([
      { text: PRESENCE[selection.removed], values: [] },
      stretch.where,
      ...selection.filters.map(filterSql),
      ...(selection.q === undefined ? [] : [searchSql(database.columns, selection.q)]),
    ])
    const rows = engine.prepare<StoredRow & { value: string | number | null }>(`
      SELECT ${ROW_COLUMNS}, ${sorted ? sqlValue(sorted) : 'NULL'} AS value
      FROM database_rows ${index ? `INDEXED BY ${index}` : ''}
      WHERE database_id = '${database.id}' AND ${conditions.text} ORDER BY ${stretch.order} LIMIT ?
    `)
    return (limit: number) => rows.all(...conditions.values, limit)
  }

  return {
    async page(database: DatabaseRecord, query: RowQuery): Promise<Page<DatabaseRow>> {
      const { sort, filters, limit } = query
      await indexes.ensure(database, [...filters.map(({ column }) => column), ...(sort ? [sort.column] : [])])
      const found: (StoredRow & { place: Place })[] = []
      const start = query.cursor === undefined ? null : placeOf(query.cursor)
      const stretches = stretchesOf(sort)
      for (let i = start?.stretch ?? 0; i < stretches.length && found.length <= limit; i++) {
        const stretch = stretches[i]!(start?.stretch === i ? start : null)
        const rows = select(database, query, stretch, sort?.column)
        for (const { value, ...row } of rows(limit + 1 - found.length))
          found.push({ ...row, place: { stretch: i, value, seq: row.seq } })
      }
      const shown = found.slice(0, limit)
      const has_more = found.length > limit
      return {
        data: shown.map(toRow(database)),
        has_more,
        next_cursor: has_more ? writePlace(shown.at(-1)!.place) : null,
      }
    },

    /** Every row of a selection, in the order in which they were first seen, some at a time. */
    async *all(database: DatabaseRecord, selection: RowSelection): AsyncGenerator<DatabaseRow> {
      const show = toRow(database)
      await indexes.ensure(
        database,
        selection.filters.map(({ column }) => column),
      )
      let after = 0
      for (;;) {
        const stretch = { where: { text: 'seq > ?', values: [after] }, order: 'seq' }
        const rows = select(database, selection, stretch)(BATCH)
        for (const row of rows) yield show(row)
        if (rows.length < BATCH) return
        after = rows.at(-1)!.seq
      }
    },
  }
}

const BATCH = 500

/** Both directions end with the rows that have no value. */
function stretchesOf(sort: RowQuery['sort']): ((start: Place | null) => Stretch)[] {
  if (!sort) return [start => ({ where: start ? before('seq < ?', start.seq) : NOTHING, order: 'seq DESC' })]
  const value = sqlValue(sort.column)
  const [way, sign] = sort.descending ? ['DESC', '<'] : ['', '>']
  const order = `${value} ${way}, seq ${way}`
  // The first condition is what an index can be entered by.
  const after = ({ value: last, seq }: Place) =>
    before(`${value} ${sign}= ? AND (${value}, seq) ${sign} (?, ?)`, last!, last!, seq)
  return [
    start => (start ? { where: after(start), order } : { where: before(`${value} IS NOT NULL`), order }),
    start => ({
      where: start ? before(`${value} IS NULL AND seq ${sign} ?`, start.seq) : before(`${value} IS NULL`),
      order: `seq ${way}`,
    }),
  ]
}

const before = (text: string, ...values: (string | number)[]): Sql => ({ text, values })

const writePlace = ({ stretch, value, seq }: Place) =>
  Buffer.from(JSON.stringify([stretch, value, seq])).toString('base64url')

/** The longest cursor: a text of so many characters, each of up to three bytes or an escape of six, in base64. */
export const MAX_ROW_CURSOR = MAX_COMPARED * 8 + 100

function placeOf(cursor: string): Place {
  try {
    const [stretch, value, seq] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const isValue = value === null || ['string', 'number'].includes(typeof value)
    const isPlace = Number.isInteger(seq) && (stretch === 0 || stretch === 1)
    if (isValue && isPlace) return { stretch, value, seq }
  } catch {
    // Falls through to the one answer for what is no cursor.
  }
  throw new AppError('invalid_input', 'This cursor is not one that Winnow gave.', {
    field: 'cursor',
    hint: 'Pass `next_cursor` of the previous page as it is, or leave `cursor` out for the first page.',
  })
}

export type RowList = ReturnType<typeof createRowList>
