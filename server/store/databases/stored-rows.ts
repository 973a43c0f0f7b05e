import { iso, isoOrNull } from '../../base/times.ts'
import type { DatabaseRecord } from './databases.ts'
import { type RowData, type RowSource, valueIn } from './row-data.ts'

/** A row as responses show it. */
export interface DatabaseRow {
  id: string
  data: RowData
  first_seen_at: string
  last_seen_at: string
  changed_at: string
  removed_at: string | null
  source: RowSource
}

export interface StoredRow {
  seq: number
  id: string
  data: string
  source: string
  first_seen_at: number
  last_seen_at: number
  changed_at: number
  removed_at: number | null
}

export const ROW_COLUMNS = 'seq, id, data, source, first_seen_at, last_seen_at, changed_at, removed_at'

/** Converts a stored row to the current columns of its database: a removed column is left out, a new one is null. */
export const toRow =
  ({ columns }: Pick<DatabaseRecord, 'columns'>) =>
  (row: StoredRow): DatabaseRow => {
    const stored = JSON.parse(row.data) as RowData
    return {
      id: row.id,
      data: Object.fromEntries(columns.map(({ name }) => [name, valueIn(stored, name)])),
      first_seen_at: iso(row.first_seen_at),
      last_seen_at: iso(row.last_seen_at),
      changed_at: iso(row.changed_at),
      removed_at: isoOrNull(row.removed_at),
      source: JSON.parse(row.source),
    }
  }
