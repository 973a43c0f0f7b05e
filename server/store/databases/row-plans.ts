import type { Engine } from '../engine.ts'
import type { DatabaseRecord } from './databases.ts'
import { type KeyColumns, ofEachKeyColumn } from './key-columns.ts'
import { type RowData, type RowSource, valueIn } from './row-data.ts'
import { diffOf, keyOf } from './row-diff.ts'

/** What a row changes, in the JSON that is stored: found by comparing it with the stored row that has its key. */
export interface RowPlan {
  key: string | null
  /** Absent for a new row. `seen_in` is the number of the last write that contained the row. */
  before?: { seq: number; id: string; seen_in: number }
  kind: 'added' | 'changed' | 'returned' | 'unchanged'
  data: string
  fields: string
}

/** A row to write; its data matches the columns. */
export interface NewRow {
  data: RowData
  source: RowSource
  /** Columns whose values are not known this time: a stored row keeps those that it has. */
  unread?: readonly string[]
  /** What the row changes, if it is known already and nothing was written since. */
  plan?: RowPlan
  /** Whether the row, if it is new, and its change were written ahead. */
  isStaged?: boolean
}

interface ComparedRow {
  seq: number
  id: string
  data: string
  seen_in: number
  removed_at: number | null
}

/** Plans what rows change. Serializing and comparing long rows takes long, so it can be done before the transaction. */
export function createRowPlans(engine: Engine, keyColumns: KeyColumns) {
  const findBy = ofEachKeyColumn(column =>
    engine.prepare<ComparedRow>(
      `SELECT seq, id, data, seen_in, removed_at FROM database_rows WHERE database_id = ? AND ${column} = ?`,
    ),
  )
  const writes = new Map<string, number>()

  return {
    /** Returns what a row changes now. */
    plan(
      database: DatabaseRecord,
      { data, unread = [] }: Pick<NewRow, 'data' | 'unread'>,
      key = keyOf(database.primary_key, data),
    ): RowPlan {
      const before = key === null ? undefined : findBy[keyColumns.inUse(database.id)].get(database.id, key)
      if (!before) return { key, kind: 'added', data: JSON.stringify(data), fields: '{}' }
      const { seq, id, seen_in } = before
      const known = unread.length > 0 ? withKnown(data, JSON.parse(before.data), unread) : data
      return {
        key,
        before: { seq, id, seen_in },
        data: JSON.stringify(known),
        ...changeOf(database, before, known),
      }
    },
    /** Returns a number that changes with every write to the rows of a database. Until then, plans for them are right. */
    state: (databaseId: string): number => writes.get(databaseId) ?? 0,
    /** Records a write to the rows of a database, also in a transaction that is later rolled back. */
    noteWrite: (databaseId: string): void => void writes.set(databaseId, (writes.get(databaseId) ?? 0) + 1),
  }
}

/** Returns a row in which unread columns have the values of the stored row. */
const withKnown = (data: RowData, stored: RowData, unread: readonly string[]): RowData => ({
  ...data,
  ...Object.fromEntries(unread.map(name => [name, valueIn(stored, name)])),
})

function changeOf(
  { columns, write_mode }: DatabaseRecord,
  { data, removed_at }: ComparedRow,
  after: RowData,
): Pick<RowPlan, 'kind' | 'fields'> {
  // In this mode the key is taken, whatever the row contains.
  const fields = write_mode === 'append' ? {} : diffOf(columns, JSON.parse(data), after)
  if (removed_at !== null) return { kind: 'returned', fields: JSON.stringify(fields) }
  if (Object.keys(fields).length === 0) return { kind: 'unchanged', fields: '{}' }
  return { kind: 'changed', fields: JSON.stringify(fields) }
}
