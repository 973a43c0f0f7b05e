export const CHANGE_KINDS = ['added', 'changed', 'removed', 'returned'] as const

export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** What a column held before and after a change. */
export type FieldChanges = Record<string, { from: unknown; to: unknown }>

/** The values of a row, by column. */
export type RowData = Record<string, unknown>

/** The value of a column; null where the row has none. A column may have the name of what every object inherits. */
export const valueIn = (data: RowData, name: string): unknown =>
  Object.hasOwn(data, name) ? (data[name] ?? null) : null

/** Where a row's values come from; all null for what was written by hand. */
export interface RowSource {
  job_id: string | null
  parser_version: number | null
  url: string | null
  /** The workflow run that wrote them. */
  run_id?: string
}
