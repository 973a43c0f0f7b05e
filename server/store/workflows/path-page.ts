import { cutPage, type Page, placeOfCursor, writeCursor } from '../page-of.ts'

/** Where a row stands in a list that is sorted by path: that of its value, and a number for those of one path. */
interface PathPlace {
  path: string
  seq: number
}

/** The place that a cursor stands for; before all rows without one. */
export function pathPlaceOf(cursor: string | undefined): PathPlace {
  if (cursor === undefined) return { path: '', seq: 0 }
  const { at, id } = placeOfCursor(cursor)
  return { path: id, seq: at }
}

/** A page of rows that are read one over the limit. */
export function pathPageOf<Row extends PathPlace, T>(
  found: Iterable<Row>,
  limit: number,
  show: (row: Row) => T,
): Page<T> {
  const { shown, last, has_more } = cutPage(found, limit)
  return {
    data: shown.map(show),
    has_more,
    next_cursor: has_more && last ? writeCursor({ at: last.seq, id: last.path }) : null,
  }
}
