import { iso } from '../../base/times.ts'
import { createTurns } from '../../base/turns.ts'
import type { Engine } from '../engine.ts'
import { gatherRows } from '../gather-rows.ts'
import { createPace, type PaceOptions } from '../pace.ts'
import { type Page, type PageQuery, pageOf, positionOfCursor, writeCursor } from '../page-of.ts'
import { createRemoval } from '../remove-rows.ts'
import { type ChangeCounts, type ChangeSummary, createChangeSummaries } from './change-summary.ts'
import type { ChangeKind, FieldChanges, RowData, RowSource } from './row-data.ts'

/** One change of a row. `data` is the row after the change, or its last state if it was removed. */
export interface RowChange {
  /** Increases with every change. */
  seq: number
  row_id: string
  kind: ChangeKind
  fields: FieldChanges
  data: RowData
  source: RowSource
  at: string
}

interface Row {
  seq: number
  row_id: string
  kind: ChangeKind
  fields: string
  data: string
  source: string
  at: number
}

const toChange = ({ fields, data, source, at, ...row }: Row): RowChange => ({
  ...row,
  fields: JSON.parse(fields),
  data: JSON.parse(data),
  source: JSON.parse(source),
  at: iso(at),
})

/** Which changes of a database to return. */
interface ChangeQuery {
  limit: number
  cursor?: string | undefined
  kind?: ChangeKind | undefined
  /** Milliseconds: only changes from this time on. */
  since?: number | undefined
}

/** Changes that one transaction removes at most, so that other work can run in between. */
const SLICE = 2_000

/** SQL for the bytes of a change. */
export const CHANGE_BYTES = 'octet_length(data) + octet_length(fields)'

/** Changes that one statement examines. */
const PACE: PaceOptions = { first: 200, fewest: 50, most: 50_000, longMs: 5 }

const COLUMNS = 'seq, row_id, kind, fields, data, source, at'

/** Stores the feeds of databases. */
export function createChangeStore(engine: Engine) {
  /**
   * The statements for walking up (index 0) and down (index 1): `end` finds the end of a stretch of changes between two
   * numbers, `some` selects the wanted changes of the stretch.
   */
  const walks = (['', 'DESC'] as const).map(way => ({
    end: engine.prepare<{ end: number | null }>(`
      SELECT ${way ? 'min' : 'max'}(seq) AS end FROM (
        SELECT seq FROM database_changes WHERE database_id = @databaseId AND seq BETWEEN @first AND @last
        ORDER BY seq ${way} LIMIT CAST(@size AS INTEGER)
      )
    `),
    some: engine.prepare<Row>(`
      SELECT ${COLUMNS} FROM database_changes
      WHERE database_id = @databaseId AND seq BETWEEN @first AND @last AND at >= @since AND kind = coalesce(@kind, kind)
      ORDER BY seq ${way} LIMIT CAST(@limit AS INTEGER)
    `),
  }))
  const ofRow = engine.prepare<Row>(`
    SELECT ${COLUMNS} FROM database_changes
    WHERE row_id = @rowId AND database_id = @databaseId AND seq < @at ORDER BY seq DESC LIMIT @limit
  `)
  const last = engine.prepare<{ seq: number }>(
    'SELECT coalesce(max(seq), 0) AS seq FROM database_changes WHERE database_id = ?',
  )
  const ends = engine.prepare<{ last: number }>('SELECT coalesce(max(seq), 0) AS last FROM database_changes')
  const from = engine.prepare<{ seq: number; at: number }>(
    'SELECT seq, at FROM database_changes WHERE seq >= ? ORDER BY seq LIMIT 1',
  )

  const byNumber = engine.prepare<Row>(
    `SELECT ${COLUMNS} FROM database_changes WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq`,
  )
  const numbers = engine.prepare<{ seq: number }>(
    'SELECT seq FROM database_changes WHERE database_id = ? AND seq > ? ORDER BY seq LIMIT CAST(? AS INTEGER)',
  )

  const remove = createRemoval(
    engine,
    'database_changes',
    'seq <= min(?, (SELECT max(seq) - 1 FROM database_changes))',
    { key: 'seq', slice: SLICE, size: CHANGE_BYTES },
  )

  const summaries = createChangeSummaries(engine)

  /**
   * Returns the number of the last change before `time` (milliseconds). Numbers rise with time, so a bisection finds it
   * without an index.
   */
  const lastBefore = (time: number): number => {
    let [low, high] = [1, ends.get()!.last + 1]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const row = from.get(middle)
      if (row && row.at < time) low = row.seq + 1
      else high = middle
    }
    return low - 1
  }

  /**
   * Returns a page of the changes between two numbers. The wanted ones may be few among very many, so it pauses in between
   * for other work.
   */
  async function pageBetween(
    { first, last }: { first: number; last: number },
    filters: { databaseId: string; kind: ChangeKind | null; since: number },
    { limit, isDown }: { limit: number; isDown: boolean },
  ): Promise<Page<RowChange>> {
    const { end, some } = walks[Number(isDown)]!
    const { rows, take, isFull } = gatherRows<Row>(limit + 1)
    const pace = createPace(PACE)
    const turns = createTurns()
    const between = { databaseId: filters.databaseId, first, last }
    while (!isFull()) {
      const reached = end.get({ ...between, size: pace.begin() })!.end
      if (reached === null) break
      const stretch = isDown ? { first: reached } : { last: reached }
      take(some.iterate({ ...filters, ...between, ...stretch, limit: limit + 1 - rows.length }))
      if (isDown) between.last = reached - 1
      else between.first = reached + 1
      pace.end()
      if (turns.isOver()) await turns.next()
    }
    return changesOf(rows, limit)
  }

  return {
    /** Oldest first. `next_cursor` is always set: a later call with it continues where this one ended. */
    list: async (databaseId: string, query: ChangeQuery): Promise<Page<RowChange>> => {
      const { limit, cursor, kind = null, since = 0 } = query
      const after = cursor === undefined ? lastBefore(since) : positionOfCursor(cursor).at
      const numbers = { first: after + 1, last: Number.MAX_SAFE_INTEGER }
      const page = await pageBetween(numbers, { databaseId, kind, since }, { limit, isDown: false })
      const end = page.data.at(-1)?.seq ?? Math.max(after, kind ? 0 : last.get(databaseId)!.seq)
      return { ...page, next_cursor: changeCursor(end) }
    },
    /** Newest first. */
    newest: async (databaseId: string, query: ChangeQuery): Promise<Page<RowChange>> => {
      const { limit, cursor, kind = null, since = 0 } = query
      const numbers = { first: lastBefore(since) + 1, last: positionOfCursor(cursor).at - 1 }
      return pageBetween(numbers, { databaseId, kind, since }, { limit, isDown: true })
    },
    /** Returns the number of changes of each kind since `since` (milliseconds). */
    count: (databaseId: string, since: number): Promise<ChangeCounts> =>
      summaries.count(databaseId, lastBefore(since)),
    /** Returns what has changed since `since` (milliseconds), by kind and by field. */
    summary: (databaseId: string, since: number): Promise<ChangeSummary> =>
      summaries.read(databaseId, lastBefore(since)),
    /** Newest first; also for a row that no longer exists. */
    ofRow: async (
      databaseId: string,
      rowId: string,
      { limit, cursor }: PageQuery,
    ): Promise<Page<RowChange>> => {
      const { at } = positionOfCursor(cursor)
      return changesOf(ofRow.iterate({ databaseId, rowId, at, limit: limit + 1 }), limit)
    },
    /**
     * Removes changes made before `before` (milliseconds), some at a time. The last change of all is kept, so that new
     * numbers continue from it and an old cursor never gets a change that it has already passed.
     */
    expire: (before: number): Promise<void> => remove(lastBefore(before)),
    /** Returns the changes with these numbers in order, as many as fit into `characters` characters. */
    numbered(numbers: readonly number[], characters: number): RowChange[] {
      const rows: Row[] = []
      let size = 0
      for (const row of byNumber.iterate(JSON.stringify(numbers))) {
        size += row.data.length + row.fields.length
        if (size > characters) break
        rows.push(row)
      }
      return rows.map(toChange)
    },
    /** Returns the numbers of the first changes after number `after`, at most `limit`. */
    numbersAfter: (databaseId: string, after: number, limit: number): number[] =>
      limit > 0 ? numbers.all(databaseId, after, limit).map(({ seq }) => seq) : [],
    /** Inside a transaction: returns the number of the last change; 0 if there are none. */
    last: (databaseId: string): number => last.get(databaseId)!.seq,
  }
}

export type ChangeStore = ReturnType<typeof createChangeStore>

/** A page of the changes found, which are one more than the limit if there is a next page. */
const changesOf = (found: Iterable<Row>, limit: number): Page<RowChange> =>
  pageOf(found, limit, placeOf, toChange)

const placeOf = ({ seq }: Row) => ({ at: seq, id: '' })

/** The cursor that continues after this change. */
export const changeCursor = (seq: number) => writeCursor({ at: seq, id: '' })
