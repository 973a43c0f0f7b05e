import type { Engine } from '../engine.ts'
import { createRowWriter, type Value } from '../row-writer.ts'
import { type KeyColumn, ofEachKeyColumn } from './key-columns.ts'

/** How many rows and changes are collected before they are written, and roughly how many characters of them. */
const MAX_GATHERED = { entries: 256, characters: 1_048_576 }

const rowColumns = (column: KeyColumn) => [
  ...['database_id', 'id', column, 'data', 'source', 'seen_in'],
  ...['first_seen_at', 'last_seen_at', 'changed_at'],
]
const CHANGE_COLUMNS = ['database_id', 'row_id', 'kind', 'fields', 'data', 'source', 'at']

/** A row or a change to write: the values of its columns, and the text that makes up most of its size. */
interface PendingInsert {
  values: Value[]
  data: string
}

/**
 * Returns a function that starts a write, for use inside a transaction. The new rows and changes of the write are
 * collected, since several that share a statement are written faster. After the final `flush`, all of them are written, in
 * the order in which they were added.
 */
export function createRowInserts(engine: Engine) {
  const rowsBy = ofEachKeyColumn(column => createRowWriter(engine, 'database_rows', rowColumns(column)))
  const writeChanges = createRowWriter(engine, 'database_changes', CHANGE_COLUMNS)

  return (column: KeyColumn) => {
    let rows: Value[][] = []
    let changes: Value[][] = []
    let characters = 0
    const keys = new Set<string>()

    const flush = (): void => {
      rowsBy[column](rows)
      writeChanges(changes)
      rows = []
      changes = []
      characters = 0
      keys.clear()
    }

    const gather = (list: Value[][], { values, data }: PendingInsert): void => {
      const count = list.push(values)
      characters += data.length
      if (count >= MAX_GATHERED.entries || characters > MAX_GATHERED.characters) flush()
    }

    return {
      addRow(key: string | null, row: PendingInsert): void {
        if (key !== null) keys.add(key)
        gather(rows, row)
      },
      addChange: (change: PendingInsert): void => gather(changes, change),
      /** Writes the collected rows if one of them has this key, so that it is found. */
      settle(key: string): void {
        if (keys.has(key)) flush()
      },
      flush,
    }
  }
}

export type RowInserts = ReturnType<ReturnType<typeof createRowInserts>>
