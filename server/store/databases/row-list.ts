import { AppError } from '../../base/errors.ts'
import type { Engine } from '../engine.ts'
import { type Gathered, gatherRows } from '../gather-rows.ts'
import type { Page, PageQuery } from '../page-of.ts'
import type { Column, DatabaseRecord } from './databases.ts'
import { createRowCandidates } from './row-candidates.ts'
import {
  allOf,
  filterSql,
  MAX_COMPARED,
  type RowSelection,
  type Sql,
  searchSql,
  sqlValue,
} from './row-filter.ts'
import type { RowLookups } from './row-lookups.ts'
import { createRowWalks, type RowPlace, withPlaces } from './row-walks.ts'
import { type DatabaseRow, ROW_COLUMNS, type StoredRow, toRow } from './rows.ts'

export interface RowQuery extends RowSelection, PageQuery {
  /** If absent, the newest row comes first. */
  sort?: { column: Column; descending: boolean } | undefined
}

type FoundRow = StoredRow & { value: string | number | null }
type Found = StoredRow & { place: RowPlace }

const PRESENCE = { without: 'removed_at IS NULL', with: 'TRUE', only: 'removed_at IS NOT NULL' }

/** Lists rows, sorted by any column. Each step of a list reads a bounded amount, so that it does not block other work. */
export function createRowList(engine: Engine, lookups: RowLookups) {
  const candidates = createRowCandidates(engine, lookups)
  const walks = createRowWalks(engine)

  const conditionsOf = (database: DatabaseRecord, { removed, filters, q }: RowSelection): Sql =>
    allOf([
      { text: PRESENCE[removed], values: [] },
      ...filters.map(filterSql),
      ...(q === undefined ? [] : [searchSql(database.columns, q)]),
    ])

  /** Reads matching rows with plain statements, if they are few, the database is small, or a column has no lookup. */
  const fewOf = ({ id }: DatabaseRecord, conditions: Sql, seqs: Sql | null) => {
    const where = allOf([{ text: `database_id = '${id}'`, values: [] }, ...(seqs ? [seqs] : []), conditions])
    return (sort: RowQuery['sort'], start: RowPlace | null, limit: number): Gathered<Found> => {
      const found = gatherRows<Found>(limit)
      const stretches = stretchesOf(sort)
      for (let i = start?.stretch ?? 0; i < stretches.length && !found.isFull(); i++) {
        const stretch = stretches[i]!(start?.stretch === i ? start : null)
        const all = allOf([where, stretch.where])
        const rows = engine.prepare<FoundRow>(`
          SELECT ${ROW_COLUMNS}, ${sort ? sqlValue(sort.column) : 'NULL'} AS value
          FROM database_rows WHERE ${all.text} ORDER BY ${stretch.order} LIMIT ?
        `)
        found.take(withPlaces(rows.iterate(...all.values, limit - found.rows.length), i))
      }
      return found
    }
  }

  async function find(
    database: DatabaseRecord,
    query: RowQuery,
  ): Promise<Pick<Gathered<Found>, 'rows' | 'isCut'>> {
    const { sort, cursor } = query
    const limit = query.limit + 1
    const start = cursor === undefined ? null : placeOf(cursor, sort)
    const conditions = conditionsOf(database, query)
    const seqs = await candidates.few(database, query)
    if (seqs !== 'many') return fewOf(database, conditions, seqs)(sort, start, limit)
    if (!sort) {
      const texts = candidates.texts(database.id, query)
      const from = { databaseId: database.id, conditions, texts, at: start?.seq ?? null, isDown: true }
      const { rows, isCut } = await walks.byNumber(from, limit)
      const place = { stretch: 0, value: null }
      return { rows: rows.map(row => ({ ...row, place: { ...place, seq: row.seq } })), isCut }
    }
    await lookups.ensure(database, sort.column)
    const lookup = lookups.find(database.id, sort.column)
    if (lookup === null) return fewOf(database, conditions, null)(sort, start, limit)
    return walks.byValue({ lookup, isDown: sort.descending, conditions, start }, limit)
  }

  return {
    async page(database: DatabaseRecord, query: RowQuery): Promise<Page<DatabaseRow>> {
      const { rows, isCut } = await find(database, query)
      const shown = rows.slice(0, isCut() ? -1 : query.limit)
      const has_more = rows.length > shown.length
      return {
        data: shown.map(toRow(database)),
        has_more,
        next_cursor: has_more ? writePlace(shown.at(-1)!.place, query.sort) : null,
      }
    },

    /** Yields every row of a selection in the order of `first_seen_at`, reading some at a time. */
    async *all(database: DatabaseRecord, selection: RowSelection): AsyncGenerator<DatabaseRow> {
      const show = toRow(database)
      const conditions = conditionsOf(database, selection)
      await candidates.few(database, selection)
      let at: number | null = null
      for (;;) {
        const texts = candidates.texts(database.id, selection)
        const from = { databaseId: database.id, conditions, texts, at, isDown: false }
        const { rows, isFull } = await walks.byNumber(from, BATCH)
        for (const row of rows) yield show(row)
        if (!isFull()) return
        at = rows.at(-1)!.seq
      }
    },
  }
}

const BATCH = 500

/** A stretch of a sorted list: first the rows with a value, then those without. */
interface Stretch {
  where: Sql
  order: string
}

/** In both directions, rows without a value come last. */
function stretchesOf(sort: RowQuery['sort']): ((start: RowPlace | null) => Stretch)[] {
  if (!sort)
    return [start => ({ where: start ? before('seq < ?', start.seq) : before('TRUE'), order: 'seq DESC' })]
  const value = sqlValue(sort.column)
  const [way, sign] = sort.descending ? ['DESC', '<'] : ['', '>']
  const order = `${value} ${way}, seq ${way}`
  return [
    start => ({
      where: start
        ? before(`(${value}, seq) ${sign} (?, ?)`, start.value!, start.seq)
        : before(`${value} IS NOT NULL`),
      order,
    }),
    start => ({
      where: start ? before(`${value} IS NULL AND seq ${sign} ?`, start.seq) : before(`${value} IS NULL`),
      order: `seq ${way}`,
    }),
  ]
}

const before = (text: string, ...values: (string | number)[]): Sql => ({ text, values })

/** The sort order of a list, which its cursors are bound to. */
const orderOf = (sort: RowQuery['sort']) => (sort ? `${sort.descending ? '-' : ''}${sort.column.name}` : '')

const writePlace = ({ stretch, value, seq }: RowPlace, sort: RowQuery['sort']) =>
  Buffer.from(JSON.stringify([stretch, value, seq, orderOf(sort)])).toString('base64url')

/**
 * The maximum length of a cursor: a text of `MAX_COMPARED` characters, each of up to three bytes or an escape of six, and
 * the name of a column, in base64.
 */
export const MAX_ROW_CURSOR = MAX_COMPARED * 8 + 600

function placeOf(cursor: string, sort: RowQuery['sort']): RowPlace {
  const read = readPlace(cursor)
  if (read?.order === orderOf(sort)) return read.place
  const [message, hint] = read
    ? ['This cursor belongs to a list in another order.', 'Keep `sort` from page to page']
    : ['This cursor is not one that Winnow returned.', 'Pass `next_cursor` of the previous page as it is']
  throw new AppError('invalid_input', message, {
    field: 'cursor',
    hint: `${hint}, or leave \`cursor\` out for the first page.`,
  })
}

/** Returns null for text that is not a cursor. */
function readPlace(cursor: string): { place: RowPlace; order: string } | null {
  try {
    const [stretch, value, seq, order] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const isValue = value === null || ['string', 'number'].includes(typeof value)
    const isPlace = Number.isInteger(seq) && (stretch === 0 || stretch === 1)
    return isValue && isPlace && typeof order === 'string' ? { place: { stretch, value, seq }, order } : null
  } catch {
    return null
  }
}
