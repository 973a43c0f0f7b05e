import type { Database, DatabaseBody } from './api.ts'
import type { DraftColumn } from './columns-editor.tsx'

/** What is being written; what is not filled in is absent. */
export type DatabaseDraft = Partial<DatabaseBody>

/** An empty path is the name. */
const columnOf = ({ path, ...column }: DraftColumn) => ({ ...column, ...(path && { path }) })

/** A draft as the operations take it: with columns of its own, or with those of a parser. */
export function bodyOf(
  { columns = [], from_parser, ...rest }: DatabaseDraft & { from_parser?: unknown },
  byHand: boolean,
) {
  if (!byHand) return { ...rest, from_parser }
  return { ...rest, columns: columns.map(columnOf), ...(from_parser !== undefined && { from_parser }) }
}

/** A database as a draft of itself. */
export function draftOf(database: Database): DatabaseDraft {
  const {
    id: _id,
    row_count: _rows,
    version: _version,
    created_at: _made,
    updated_at: _changed,
    ...body
  } = database
  return body as DatabaseDraft
}
