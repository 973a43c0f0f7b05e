import type { Database, DatabaseBody } from './api.ts'

export type DraftColumn = NonNullable<DatabaseBody['columns']>[number]

/** A database while it is edited. Empty fields are absent. */
export type DatabaseDraft = Partial<DatabaseBody>

/** Leaves out an empty path, which means that it is the same as the name. */
const columnOf = ({ path, ...column }: DraftColumn) => ({ ...column, ...(path && { path }) })

/** Returns the body to send: with columns of its own, or with those of a parser. */
export function bodyOf(
  { columns = [], from_parser, ...rest }: DatabaseDraft & { from_parser?: unknown },
  byHand: boolean,
) {
  if (!byHand) return { ...rest, from_parser }
  return { ...rest, columns: columns.map(columnOf), ...(from_parser !== undefined && { from_parser }) }
}

/** Returns the editable part of a saved database. */
export function draftOf(database: Database): DatabaseDraft {
  const {
    id: _id,
    row_count: _rows,
    version: _version,
    created_at: _created,
    updated_at: _changed,
    ...body
  } = database
  return body as DatabaseDraft
}
