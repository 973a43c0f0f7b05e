import type { Database, DatabaseBody } from './api.ts'

export type DraftColumn = NonNullable<DatabaseBody['columns']>[number]

/** A database while it is edited; empty fields are absent. */
export type DatabaseDraft = Partial<DatabaseBody>

/** An empty path stands for the name. */
const columnOf = ({ path, ...column }: DraftColumn) => ({ ...column, ...(path && { path }) })

/** The body to send: with its own columns, or with those of a parser. */
export function bodyOf(
  { columns = [], from_parser, ...rest }: DatabaseDraft & { from_parser?: unknown },
  byHand: boolean,
) {
  if (!byHand) return { ...rest, from_parser }
  return { ...rest, columns: columns.map(columnOf), ...(from_parser !== undefined && { from_parser }) }
}

/** The editable part of a saved database. */
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
