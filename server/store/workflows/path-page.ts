import { cutPage, type Page, readCursor, writeCursor } from '../page-of.ts'

/** The place of a row in a list sorted by path: the path of its value, and a number that orders rows with the same path. */
interface PathPosition {
  path: string
  seq: number
}

/** Returns the place of a cursor; without a cursor, a place before all rows. */
export function pathPositionOf(cursor: string | undefined): PathPosition {
  if (cursor === undefined) return { path: '', seq: 0 }
  const { at, id } = readCursor(cursor)
  return { path: id, seq: at }
}

/** Returns a page of rows, which must be read up to one more than the limit. */
export function pathPageOf<Row extends PathPosition, T>(
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
