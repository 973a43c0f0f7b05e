export const CHANGE_KINDS = ['added', 'changed', 'removed', 'returned'] as const

export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** The values of columns before and after a change. */
export type FieldChanges = Record<string, { from: unknown; to: unknown }>

/** The values of a row, by column. */
export type RowData = Record<string, unknown>

/**
 * Returns the value of a column; null if the row has none. A column may have the name of a property that every object
 * inherits.
 */
export const valueIn = (data: RowData, name: string): unknown =>
  Object.hasOwn(data, name) ? (data[name] ?? null) : null

/** Where the values of a row come from; all null for a row that was written by hand. */
export interface RowSource {
  job_id: string | null
  parser_version: number | null
  url: string | null
  /** The workflow run that wrote the values. */
  run_id?: string
}
