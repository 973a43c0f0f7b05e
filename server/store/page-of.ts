import { setImmediate } from 'node:timers/promises'
import { AppError } from '../base/errors.ts'
import { gatherRows } from './gather-rows.ts'

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
interface PagePosition {
  at: number
  id: string
}

/** Before the first row. */
const START: PagePosition = { at: Number.MAX_SAFE_INTEGER, id: '' }

/** What a page of records holds in the store, in characters: answers may have a few times as many. */
const MOST_CHARACTERS = 1_048_576

/** The rows of a page, out of those that are read one over its limit; fewer where they are long. */
export function cutPage<Row extends object>(found: Iterable<Row>, limit: number) {
  const { rows, take, isCut } = gatherRows<Row>(limit + 1, MOST_CHARACTERS)
  take(found)
  const shown = rows.slice(0, isCut() ? -1 : limit)
  return { shown, last: shown.at(-1), has_more: rows.length > shown.length }
}

/** A page of rows that are read one over the limit; the cursor is the last row's place. */
export function pageOf<Row extends object, T>(
  found: Iterable<Row>,
  limit: number,
  placeOf: (row: Row) => PagePosition,
  show: (row: Row) => T,
): Page<T> {
  const { shown, last, has_more } = cutPage(found, limit)
  return {
    data: shown.map(show),
    has_more,
    next_cursor: has_more && last ? writeCursor(placeOf(last)) : null,
  }
}

/** Rows that are read at a time where all of a list are. */
const READ_AT_ONCE = 250

/** All rows of a list, page by page; others have their turn in between. */
export async function* everyRow<T>(readPage: (query: PageQuery) => Promise<Page<T>>): AsyncGenerator<T> {
  for (let cursor: string | null | undefined; cursor !== null; await setImmediate()) {
    const page: Page<T> = await readPage({ limit: READ_AT_ONCE, ...(cursor !== undefined && { cursor }) })
    yield* page.data
    cursor = page.next_cursor
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
