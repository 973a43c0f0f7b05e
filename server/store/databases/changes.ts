import { iso } from '../../base/times.ts'
import { createTurns } from '../../base/turns.ts'
import type { Engine } from '../engine.ts'
import { gatherRows } from '../gather-rows.ts'
import { createPace, type PaceOptions } from '../pace.ts'
import { type Page, type PageQuery, pageOf, placeOfCursor, writeCursor } from '../page-of.ts'
import { type ChangeCounts, type ChangeSummary, createChangeSummaries } from './change-summary.ts'
import type { ChangeKind, FieldChanges, RowData, RowSource } from './row-data.ts'

/** One thing that happened to a row. `data` is the row after it, or its last state where it was removed. */
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

/** Which changes of a database are asked for. */
interface ChangeQuery {
  limit: number
  cursor?: string | undefined
  kind?: ChangeKind | undefined
  /** Milliseconds: changes from then on. */
  since?: number | undefined
}

/** Changes that one transaction removes, so that others have their turn in between. */
const SLICE = 2_000

/** Changes that one statement looks at. */
const PACE: PaceOptions = { first: 200, fewest: 50, most: 50_000, longMs: 5 }

const COLUMNS = 'seq, row_id, kind, fields, data, source, at'

/** The feeds of databases. */
export function createChangeStore(engine: Engine) {
  /** In the order of their numbers, or the other way: stretches of changes between two numbers, and those of them that are asked for. */
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

  const remove = engine.prepare(`
    DELETE FROM database_changes WHERE seq IN (
      SELECT seq FROM database_changes WHERE seq <= min(?, (SELECT max(seq) - 1 FROM database_changes)) LIMIT ${SLICE}
    )
  `)

  const summaries = createChangeSummaries(engine)

  /** The last change before that time: numbers rise with their times, so that a bisection finds it without an index. */
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

  /** A page of the changes between two numbers, which may be few of very many: all else has its turn in between. */
  async function pageBetween(
    { first, last }: { first: number; last: number },
    asked: { databaseId: string; kind: ChangeKind | null; since: number },
    { limit, isDown }: { limit: number; isDown: boolean },
  ): Promise<Page<RowChange>> {
    const { end, some } = walks[Number(isDown)]!
    const { rows, take, isFull } = gatherRows<Row>(limit + 1)
    const pace = createPace(PACE)
    const turns = createTurns()
    const between = { databaseId: asked.databaseId, first, last }
    while (!isFull()) {
      const reached = end.get({ ...between, size: pace.begin() })!.end
      if (reached === null) break
      const stretch = isDown ? { first: reached } : { last: reached }
      take(some.iterate({ ...asked, ...between, ...stretch, limit: limit + 1 - rows.length }))
      if (isDown) between.last = reached - 1
      else between.first = reached + 1
      pace.end()
      if (turns.isOver()) await turns.next()
    }
    return changesOf(rows, limit)
  }

  return {
    /** Oldest first. The cursor is always there: with it, a later call goes on where this one ended. */
    list: async (databaseId: string, query: ChangeQuery): Promise<Page<RowChange>> => {
      const { limit, cursor, kind = null, since = 0 } = query
      const after = cursor === undefined ? lastBefore(since) : placeOfCursor(cursor).at
      const numbers = { first: after + 1, last: Number.MAX_SAFE_INTEGER }
      const page = await pageBetween(numbers, { databaseId, kind, since }, { limit, isDown: false })
      const end = page.data.at(-1)?.seq ?? Math.max(after, kind ? 0 : last.get(databaseId)!.seq)
      return { ...page, next_cursor: changeCursor(end) }
    },
    /** Newest first. */
    newest: async (databaseId: string, query: ChangeQuery): Promise<Page<RowChange>> => {
      const { limit, cursor, kind = null, since = 0 } = query
      const numbers = { first: lastBefore(since) + 1, last: placeOfCursor(cursor).at - 1 }
      return pageBetween(numbers, { databaseId, kind, since }, { limit, isDown: true })
    },
    /** How many there were of each kind since then (milliseconds). */
    count: (databaseId: string, since: number): Promise<ChangeCounts> =>
      summaries.count(databaseId, lastBefore(since)),
    /** What changed since then (milliseconds), by kind and by field. */
    summary: (databaseId: string, since: number): Promise<ChangeSummary> =>
      summaries.read(databaseId, lastBefore(since)),
    /** Newest first; also of a row that is gone. */
    ofRow: async (
      databaseId: string,
      rowId: string,
      { limit, cursor }: PageQuery,
    ): Promise<Page<RowChange>> => {
      const { at } = placeOfCursor(cursor)
      return changesOf(ofRow.iterate({ databaseId, rowId, at, limit: limit + 1 }), limit)
    },
    /**
     * Removes changes from before (milliseconds), some at a time. The last of all stays, so that numbers go on from it and
     * a cursor of long ago meets no change that it has passed.
     */
    expire: async (before: number): Promise<void> => {
      const last = lastBefore(before)
      while ((await engine.writeSlice(() => remove.run(last).changes)) === SLICE);
    },
    /** Changes with these numbers, in order, as many of them as have no more characters than that. */
    numbered(numbers: readonly number[], characters: number): RowChange[] {
      const fitting: Row[] = []
      let size = 0
      for (const row of byNumber.iterate(JSON.stringify(numbers))) {
        size += row.data.length + row.fields.length
        if (size > characters) break
        fitting.push(row)
      }
      return fitting.map(toChange)
    },
    /** The numbers of the first changes after that one, at most `limit`. */
    numbersAfter: (databaseId: string, after: number, limit: number): number[] =>
      limit > 0 ? numbers.all(databaseId, after, limit).map(({ seq }) => seq) : [],
    /** The number of the last change; for use inside a transaction. */
    last: (databaseId: string): number => last.get(databaseId)!.seq,
  }
}

export type ChangeStore = ReturnType<typeof createChangeStore>

/** A page of changes that were found, one over the limit. */
const changesOf = (found: Iterable<Row>, limit: number): Page<RowChange> =>
  pageOf(found, limit, placeOf, toChange)

const placeOf = ({ seq }: Row) => ({ at: seq, id: '' })

/** The cursor after this change. */
export const changeCursor = (seq: number) => writeCursor({ at: seq, id: '' })
