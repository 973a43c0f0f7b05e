import type { Engine } from '../engine.ts'
import { gatherRows, type RowGatherer } from '../gather-rows.ts'
import { cursorError, type Page, type PageQuery, unknownCursor } from '../page-of.ts'
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
  storedValue,
} from './row-filter.ts'
import type { RowLookups } from './row-lookups.ts'
import {
  createRowWalks,
  positionOfValue,
  type RowPosition,
  valueOfPosition,
  withPositions,
} from './row-walks.ts'
import { type DatabaseRow, ROW_COLUMNS, type StoredRow, toRow } from './stored-rows.ts'

export interface RowQuery extends RowSelection, PageQuery {
  /** If absent, the newest row comes first. */
  sort?: { column: Column; descending: boolean } | undefined
}

type FoundRow = StoredRow & { position: RowPosition['value'] }
type PositionedRow = StoredRow & { place: RowPosition }

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
  const createFewReader = ({ id }: DatabaseRecord, conditions: Sql, seqs: Sql | null) => {
    const where = allOf([{ text: `database_id = '${id}'`, values: [] }, ...(seqs ? [seqs] : []), conditions])
    return (sort: RowQuery['sort'], start: RowPosition | null, limit: number): RowGatherer<PositionedRow> => {
      const gatherer = gatherRows<PositionedRow>(limit)
      const sections = sectionsOf(sort)
      for (let i = start?.stretch ?? 0; i < sections.length && !gatherer.isFull(); i++) {
        const section = sections[i]!(start?.stretch === i ? start : null)
        const all = allOf([where, section.where])
        const rows = engine.prepare<FoundRow>(`
          SELECT ${ROW_COLUMNS}, ${sort ? positionOfValue(sort.column, sqlValue(sort.column)) : 'NULL'} AS position
          FROM database_rows WHERE ${all.text} ORDER BY ${section.order} LIMIT ?
        `)
        gatherer.take(withPositions(rows.iterate(...all.values, limit - gatherer.rows.length), i))
      }
      return gatherer
    }
  }

  async function find(
    database: DatabaseRecord,
    query: RowQuery,
  ): Promise<Pick<RowGatherer<PositionedRow>, 'rows' | 'isCut'>> {
    const { sort, cursor } = query
    const limit = query.limit + 1
    const start = cursor === undefined ? null : positionOf(cursor, sort)
    const conditions = conditionsOf(database, query)
    const seqs = await candidates.few(database, query, conditions)
    if (seqs !== 'many') return createFewReader(database, conditions, seqs)(sort, start, limit)
    if (!sort) {
      const texts = candidates.texts(database.id, query)
      const from = { databaseId: database.id, conditions, texts, at: start?.seq ?? null, isDown: true }
      const { rows, isCut } = await walks.byNumber(from, limit)
      const unsorted = { stretch: 0, value: null }
      return { rows: rows.map(row => ({ ...row, place: { ...unsorted, seq: row.seq } })), isCut }
    }
    await lookups.ensure(database, sort.column)
    const lookup = lookups.find(database.id, sort.column)
    if (lookup === null) return createFewReader(database, conditions, null)(sort, start, limit)
    const { column, descending: isDown } = sort
    const filters = query.filters.filter(filter => filter.column.name === column.name)
    return walks.byValue({ lookup, column, isDown, conditions, filters, start }, limit)
  }

  return {
    async page(database: DatabaseRecord, query: RowQuery): Promise<Page<DatabaseRow>> {
      const { rows, isCut } = await find(database, query)
      const shown = rows.slice(0, isCut() ? -1 : query.limit)
      const has_more = rows.length > shown.length
      return {
        data: shown.map(toRow(database)),
        has_more,
        next_cursor: has_more ? writeRowCursor(shown.at(-1)!.place, query.sort) : null,
      }
    },

    /** Yields every row of a selection in the order of `first_seen_at`, reading some at a time. */
    async *all(database: DatabaseRecord, selection: RowSelection): AsyncGenerator<DatabaseRow> {
      const show = toRow(database)
      const conditions = conditionsOf(database, selection)
      candidates.request(database, selection)
      let at: number | null = null
      for (;;) {
        const texts = candidates.texts(database.id, selection)
        const from = { databaseId: database.id, conditions, texts, at, isDown: false }
        const { rows, isFull } = await walks.byNumber(from, BATCH_SIZE)
        for (const row of rows) yield show(row)
        if (!isFull()) return
        at = rows.at(-1)!.seq
      }
    },
  }
}

const BATCH_SIZE = 500

/** A stretch of a sorted list: first the rows with a value, then those without. */
interface ListSection {
  where: Sql
  order: string
}

/** In both directions, rows without a value come last. */
function sectionsOf(sort: RowQuery['sort']): ((start: RowPosition | null) => ListSection)[] {
  if (!sort)
    return [start => ({ where: start ? sqlOf('seq < ?', start.seq) : sqlOf('TRUE'), order: 'seq DESC' })]
  const value = sqlValue(sort.column)
  const [direction, sign] = sort.descending ? ['DESC', '<'] : ['', '>']
  const order = `${value} ${direction}, seq ${direction}`
  return [
    start => ({
      where: start
        ? sqlOf(
            `(${value}, seq) ${sign} (${valueOfPosition(sort.column, '?')}, ?)`,
            storedValue(start.value!),
            start.seq,
          )
        : sqlOf(`${value} IS NOT NULL`),
      order,
    }),
    start => ({
      where: start ? sqlOf(`${value} IS NULL AND seq ${sign} ?`, start.seq) : sqlOf(`${value} IS NULL`),
      order: `seq ${direction}`,
    }),
  ]
}

const sqlOf = (text: string, ...values: Sql['values']): Sql => ({ text, values })

/** The sort order of a list, which its cursors are bound to. */
const orderOf = (sort: RowQuery['sort']) => (sort ? `${sort.descending ? '-' : ''}${sort.column.name}` : '')

function writeRowCursor({ stretch, value, seq }: RowPosition, sort: RowQuery['sort']): string {
  const written = Buffer.isBuffer(value) ? { bytes: value.toString('base64') } : value
  return Buffer.from(JSON.stringify([stretch, written, seq, orderOf(sort)])).toString('base64url')
}

/**
 * The maximum length of a cursor: a text of `MAX_COMPARED` characters, each of up to four bytes in base64 or an escape of six,
 * and the name of a column, in base64.
 */
export const MAX_ROW_CURSOR = MAX_COMPARED * 8 + 600

function positionOf(cursor: string, sort: RowQuery['sort']): RowPosition {
  const parsed = parseRowCursor(cursor)
  if (parsed?.order === orderOf(sort)) return parsed.place
  throw parsed
    ? cursorError('This cursor belongs to a list in another order.', 'Keep `sort` from page to page')
    : unknownCursor()
}

/** Returns null for text that is not a cursor. */
function parseRowCursor(cursor: string): { place: RowPosition; order: string } | null {
  try {
    const [stretch, written, seq, order] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const value = typeof written?.bytes === 'string' ? Buffer.from(written.bytes, 'base64') : written
    const isValue = value === null || ['string', 'number'].includes(typeof value) || Buffer.isBuffer(value)
    const isPosition = Number.isInteger(seq) && (stretch === 0 || stretch === 1)
    return isValue && isPosition && typeof order === 'string'
      ? { place: { stretch, value, seq }, order }
      : null
  } catch {
    return null
  }
}
