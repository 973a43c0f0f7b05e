import { AppError } from '../base/errors.ts'

/** A page of a list, as every list answers. */
export interface Page<T> {
  data: T[]
  has_more: boolean
  next_cursor: string | null
}

export interface PageQuery {
  limit: number
  cursor?: string | undefined
}

/** Where a row stands in its list: a number that falls from row to row, and what tells rows of one number apart. */
export interface PagePosition {
  at: number
  id: string
}

/** Before the first row. */
const START: PagePosition = { at: Number.MAX_SAFE_INTEGER, id: '' }

/** Cuts a page out of rows that were read one over the limit; the cursor is the last row's place. */
export function pageOf<Row, T>(
  rows: Row[],
  limit: number,
  placeOf: (row: Row) => PagePosition,
  show: (row: Row) => T,
): Page<T> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const has_more = rows.length > limit
  return {
    data: shown.map(show),
    has_more,
    next_cursor: has_more && last ? writeCursor(placeOf(last)) : null,
  }
}

/** The cursor that stands for a place. */
export const writeCursor = ({ at, id }: PagePosition) => Buffer.from(`${at} ${id}`).toString('base64url')

/** The place that a cursor stands for; the start without one. Throws 400 for a text that is no cursor. */
export function placeOfCursor(cursor: string | undefined): PagePosition {
  if (cursor === undefined) return START
  const [, at, id] = /^(\d{1,16}) (\w*)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (at !== undefined) return { at: Number(at), id: id ?? '' }
  throw new AppError('invalid_input', 'This cursor is not one that Winnow returned.', {
    field: 'cursor',
    hint: 'Pass `next_cursor` of the previous page as it is, or leave `cursor` out for the first page.',
  })
}
