import { AppError } from '../errors.ts'

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

interface Place {
  created_at: string
  id: string
}

/** Cuts a page out of rows that were read one over the limit. The cursor is the last row's place, (created_at, id). */
export function pageOf<T extends Place>(rows: T[], limit: number): Page<T> {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  const has_more = rows.length > limit
  return { data, has_more, next_cursor: has_more && last ? writeCursor(last) : null }
}

const writeCursor = ({ created_at, id }: Place) => Buffer.from(`${created_at} ${id}`).toString('base64url')

/** The place that a cursor stands for. Throws 400 for a text that is none. */
export function readCursor(cursor: string): { createdAt: number; id: string } {
  const [time, id] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const createdAt = Date.parse(time ?? '')
  if (id && !Number.isNaN(createdAt)) return { createdAt, id }
  throw new AppError('invalid_input', 'This cursor is not one that Winnow gave.', {
    field: 'cursor',
    hint: 'Pass `next_cursor` of the previous page as it is, or leave `cursor` out for the first page.',
  })
}
