import { type Page, placeOfCursor, writeCursor } from '../page-of.ts'

/** Where a row stands in a list that is sorted by path: that of its value, and a number for those of one path. */
export interface PathPlace {
  path: string
  seq: number
}

/** The place that a cursor stands for; before all rows without one. */
export function pathPlaceOf(cursor: string | undefined): PathPlace {
  if (cursor === undefined) return { path: '', seq: 0 }
  const { at, id } = placeOfCursor(cursor)
  return { path: id, seq: at }
}

/** Cuts a page out of rows that were read one over the limit. */
export function pathPageOf<Row extends PathPlace, T>(
  rows: readonly Row[],
  limit: number,
  show: (row: Row) => T,
): Page<T> {
  const last = rows.length > limit ? rows[limit - 1]! : null
  return {
    data: rows.slice(0, limit).map(show),
    has_more: last !== null,
    next_cursor: last && writeCursor({ at: last.seq, id: last.path }),
  }
}
