import { setImmediate } from 'node:timers/promises'
import { AppError } from '../base/errors.ts'
import { gatherRows } from './gather-rows.ts'

/** A page of a list, as all lists return it. */
export interface Page<T> {
  data: T[]
  has_more: boolean
  next_cursor: string | null
}

export interface PageQuery {
  limit: number
  cursor?: string | undefined
}

/**
 * The position of a row in its list: a number that decreases from row to row, and an id that orders rows with the same
 * number.
 */
export interface PagePosition {
  at: number
  id: string
}

/** The position before the first row. */
export const START: PagePosition = { at: Number.MAX_SAFE_INTEGER, id: '' }

/** How many characters the records of a page have in the store at most; a response may have a few times as many. */
export const MAX_PAGE_CHARACTERS = 1_048_576

/** Cuts a page from rows, which must be read up to one more than the limit; shorter if the rows are long. */
export function cutPage<Row extends object>(found: Iterable<Row>, limit: number) {
  const { rows, take, isCut } = gatherRows<Row>(limit + 1, MAX_PAGE_CHARACTERS)
  take(found)
  const shown = rows.slice(0, isCut() ? -1 : limit)
  return { shown, last: shown.at(-1), has_more: rows.length > shown.length }
}

/** Returns a page of rows, which must be read up to one more than the limit; the cursor is the position of the last row. */
export function pageOf<Row extends object, T>(
  found: Iterable<Row>,
  limit: number,
  positionOf: (row: Row) => PagePosition,
  show: (row: Row) => T,
): Page<T> {
  const { shown, last, has_more } = cutPage(found, limit)
  return {
    data: shown.map(show),
    has_more,
    next_cursor: has_more && last ? writeCursor(positionOf(last)) : null,
  }
}

/** Rows that are read at a time to read a whole list. */
const READ_AT_ONCE = 250

/** Yields all rows of a list, page by page; other work can run in between. */
export async function* everyRow<T>(readPage: (query: PageQuery) => Promise<Page<T>>): AsyncGenerator<T> {
  for (let cursor: string | null | undefined; cursor !== null; await setImmediate()) {
    const page: Page<T> = await readPage({ limit: READ_AT_ONCE, ...(cursor !== undefined && { cursor }) })
    yield* page.data
    cursor = page.next_cursor
  }
}

/** Returns the cursor for a position. */
export const writeCursor = ({ at, id }: PagePosition) => Buffer.from(`${at} ${id}`).toString('base64url')

/** Returns the position of a cursor of any list. Throws 400 for text that is not a cursor. */
export function readCursor(cursor: string): PagePosition {
  const [, at, id] = /^(\d{1,16}) (\w*)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (at !== undefined) return { at: Number(at), id: id ?? '' }
  throw unknownCursor()
}

/**
 * Returns the position of a cursor; the start without one. `prefixes` are those of the ids in the list; without them, rows
 * are ordered by number alone. Throws 400 for text that is not a cursor, and for one that belongs to another list.
 */
export function positionOfCursor(cursor: string | undefined, ...prefixes: string[]): PagePosition {
  if (cursor === undefined) return START
  const position = readCursor(cursor)
  const [prefix] = position.id.split('_', 1)
  if (prefixes.length ? prefixes.includes(prefix!) : position.id === '') return position
  throw cursorError(
    'This cursor belongs to another list.',
    'Pass `next_cursor` of the previous page of this list',
  )
}

/** The error for a text that is not a cursor. */
export const unknownCursor = () =>
  cursorError(
    'This cursor is not one that Winnow returned.',
    'Pass `next_cursor` of the previous page as it is',
  )

/** Creates the error for a cursor, which may always be left out. */
export const cursorError = (message: string, hint: string) =>
  new AppError('invalid_input', message, {
    field: 'cursor',
    hint: `${hint}, or leave \`cursor\` out for the first page.`,
  })
