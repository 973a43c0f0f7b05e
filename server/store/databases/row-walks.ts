import { createTurns } from '../../base/turns.ts'
import type { Engine } from '../engine.ts'
import { gatherRows, type RowGatherer } from '../gather-rows.ts'
import { createPace, type PaceOptions } from '../pace.ts'
import type { Column } from './databases.ts'
import type { TextLookup } from './row-candidates.ts'
import { allOf, conditionOn, type Filter, type FilterOperator, type Sql, storedValue } from './row-filter.ts'
import { createRowStretches } from './row-stretches.ts'
import { ROW_COLUMNS, type StoredRow } from './stored-rows.ts'

/**
 * The place of a row in a list; `stretch` is 1 for rows without a value in the column that sorts the list. A text with half
 * of a surrogate pair is given by its bytes, which no JavaScript string keeps and the store sorts by.
 */
export interface RowPosition {
  stretch: number
  value: string | number | Buffer | null
  seq: number
}

/**
 * Returns the expression for a value of a column as a position holds it. GLOB takes half of a surrogate pair for `�`. Reading
 * the bytes of every text would take three times as long.
 */
export const positionOfValue = ({ type }: Pick<Column, 'type'>, value: string) =>
  type === 'string' ? `iif(${value} GLOB '*�*', CAST(${value} AS BLOB), ${value})` : value

/** Returns the expression for the value of a position, given as a placeholder. */
export const valueOfPosition = ({ type }: Pick<Column, 'type'>, placeholder: string) =>
  type === 'string' ? `CAST(${placeholder} AS TEXT)` : placeholder

/** A walk over the rows of a database in the order of their numbers. */
interface NumberWalk {
  databaseId: string
  conditions: Sql
  /** The query that their texts are looked up by. */
  texts: TextLookup | null
  /** The number of the row before the first one. */
  at: number | null
  isDown: boolean
}

/** A walk over the rows of a database in the order of a column's values. */
interface ValueWalk {
  lookup: number
  column: Column
  conditions: Sql
  /** The filters on this column, which bound the values to walk over. */
  filters: Filter[]
  start: RowPosition | null
  isDown: boolean
}

/** Filters that bound values on one side, each with the operator that does. */
type Bounds = Partial<Record<FilterOperator, FilterOperator>>
const LOWEST: Bounds = { eq: 'gte', gt: 'gt', gte: 'gte' }
const HIGHEST: Bounds = { eq: 'lte', lt: 'lt', lte: 'lte' }

/** Returns a condition for values within the given bounds of filters. */
function withinBounds(filters: Filter[], bounds: Bounds[]): Sql {
  const parts = bounds.flatMap(operators =>
    filters.flatMap(filter => {
      const operator = operators[filter.operator]
      return operator ? [conditionOn('value', { ...filter, operator })] : []
    }),
  )
  return allOf([{ text: 'TRUE', values: [] }, ...parts])
}

/** Returns the stretches that may hold matching rows: 0 for rows with a value, 1 for rows without. */
function stretchesOf(filters: Filter[]): number[] {
  const needsValue = ({ operator, values }: Filter) =>
    operator !== 'ne' && !(operator === 'null' && values[0])
  const needsNone = ({ operator, values }: Filter) => operator === 'null' && values[0]
  return [0, 1].filter(stretch => !filters.some(stretch ? needsValue : needsNone))
}

type ValueRow = StoredRow & { position: string | number | Buffer }

/** Rows that one statement examines, and their bytes if each of them is read. */
const PACE: PaceOptions = { first: 10, fewest: 1, most: 50_000, longMs: 5 }
const READ_BYTES = 4_194_304

/** Finds rows that match conditions among any number of rows, one stretch after another. */
export function createRowWalks(engine: Engine) {
  const endOf = createRowStretches(engine)
  return {
    /** Returns at most `limit` rows. */
    async byNumber(
      { databaseId, conditions, texts, at, isDown }: NumberWalk,
      limit: number,
    ): Promise<RowGatherer<StoredRow>> {
      const [sign, order] = isDown ? ['<', 'DESC'] : ['>', '']
      const bytes = texts ? Number.POSITIVE_INFINITY : READ_BYTES
      const textConditions: Sql[] = texts
        ? [
            {
              text: `(seq > ? OR seq IN (SELECT seq FROM row_texts_due WHERE database_id = '${databaseId}') OR seq IN (
                SELECT rowid FROM row_texts
                WHERE row_texts MATCH ? AND rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)
              ))`,
              values: [],
            },
          ]
        : []
      const selectRows = engine.prepare<StoredRow>(`
        SELECT ${ROW_COLUMNS} FROM database_rows
        WHERE database_id = '${databaseId}' AND seq ${sign} ? AND seq BETWEEN ? AND ? AND ${allOf([...textConditions, conditions]).text}
        ORDER BY seq ${order} LIMIT CAST(? AS INTEGER)
      `)
      const gathered = gatherRows<StoredRow>(limit)
      const pace = createPace(PACE)
      const turns = createTurns()
      for (let from = at ?? (isDown ? Number.MAX_SAFE_INTEGER : 0); !gathered.isFull(); ) {
        const last = endOf(databaseId, from, { rows: pace.begin(), bytes }, isDown)
        if (last === null) break
        const between = isDown ? [last, from] : [from, last]
        const textParams = texts ? [texts.filledTo, texts.parts, ...between] : []
        const left = limit - gathered.rows.length
        gathered.take(selectRows.iterate(from, ...between, ...textParams, ...conditions.values, left))
        from = last
        pace.end()
        if (turns.isOver()) await turns.next()
      }
      return gathered
    },

    /** Returns at most `limit` rows; those without a value come last. */
    async byValue(walk: ValueWalk, limit: number) {
      const { filters, start } = walk
      const steps = [false, true].map(isFirst => prepareStep(engine, walk, isFirst))
      const gathered = gatherRows<StoredRow & { place: RowPosition }>(limit)
      const pace = createPace(PACE)
      const turns = createTurns()
      const stretches = stretchesOf(filters).filter(stretch => stretch >= (start?.stretch ?? 0))
      for (const stretch of stretches) {
        let at =
          start?.stretch === stretch ? { value: storedValue(start.value ?? ''), seq: start.seq } : undefined
        for (let isOver = false; !isOver && !gathered.isFull(); ) {
          const { some, last, total } = steps[Number(at === undefined)]!
          const chosen = { ...at, stretch, size: pace.begin() }
          while (chosen.size > 1 && total(chosen).bytes > READ_BYTES) chosen.size >>= 1
          gathered.take(withPositions(some({ ...chosen, limit: limit - gathered.rows.length }), stretch))
          const end = last(chosen)
          at = end && { value: storedValue(end.value), seq: end.seq }
          isOver = at === undefined
          pace.end()
          if (turns.isOver()) await turns.next()
        }
      }
      return gathered
    },
  }
}

/** Entries of a lookup after the entry `value` and `seq`, if these are given. */
interface Entries {
  stretch: number
  size: number
  value?: Sql['values'][number]
  seq?: number
}

/**
 * Prepares a step of a walk by value: the rows of its entries that match, its last entry, and the bytes of all its rows. The
 * first step has no entry to start after. It alone starts at a bound, as the store may choose the farther of two starts.
 */
function prepareStep(
  engine: Engine,
  { lookup, column, conditions, filters, isDown }: ValueWalk,
  isFirst: boolean,
) {
  const [sign, order] = isDown ? ['<', 'DESC'] : ['>', '']
  const position = positionOfValue(column, 'value')
  const from = valueOfPosition(column, '@value')
  const [near, far] = isDown ? [HIGHEST, LOWEST] : [LOWEST, HIGHEST]
  const range = withinBounds(filters, isFirst ? [near, far] : [far])
  const entries = `
    SELECT value, seq FROM row_values WHERE lookup = ${lookup} AND is_missing = @stretch AND ${range.text}
    ${isFirst ? '' : `AND value ${sign}= ${from} AND (value, seq) ${sign} (${from}, @seq)`}
    ORDER BY value ${order}, seq ${order} LIMIT CAST(@size AS INTEGER)`
  const some = engine.prepare<ValueRow>(`
    SELECT ${ROW_COLUMNS}, ${position} AS position FROM (${entries}) CROSS JOIN database_rows USING (seq)
    WHERE ${conditions.text} ORDER BY value ${order}, seq ${order} LIMIT CAST(@limit AS INTEGER)
  `)
  const last = engine.prepare<{ value: string | number | Buffer; seq: number }>(`
    SELECT ${position} AS value, seq FROM (${entries}) LIMIT 1 OFFSET CAST(@size AS INTEGER) - 1
  `)
  const total = engine.prepare<{ bytes: number }>(`
    SELECT total(octet_length(data)) AS bytes FROM (${entries}) CROSS JOIN database_rows USING (seq)
  `)
  return {
    some: (chosen: Entries & { limit: number }) =>
      some.iterate(...range.values, ...conditions.values, chosen),
    last: (chosen: Entries) => last.get(...range.values, chosen),
    total: (chosen: Entries) => total.get(...range.values, chosen)!,
  }
}

/** Adds to each row its place in a sorted list; rows of the second stretch have no value. */
export function* withPositions<Row extends StoredRow & { position: RowPosition['value'] }>(
  rows: Iterable<Row>,
  stretch: number,
): Generator<StoredRow & { place: RowPosition }> {
  for (const { position, ...row } of rows)
    yield { ...row, place: { stretch, value: stretch ? null : position, seq: row.seq } }
}
