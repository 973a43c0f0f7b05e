import type { Engine } from '../engine.ts'
import { createRowWriter, type Value } from '../row-writer.ts'
import { type KeyColumn, ofEachKeyColumn } from './key-columns.ts'

/** Rows and changes that are gathered before they are written, and about how many characters of them. */
const GATHERED = { entries: 256, characters: 1_048_576 }

const ROW = (column: KeyColumn) => [
  ...['database_id', 'id', column, 'data', 'source', 'seen_in'],
  ...['first_seen_at', 'last_seen_at', 'changed_at'],
]
const CHANGE = ['database_id', 'row_id', 'kind', 'fields', 'data', 'source', 'at']

/** A row or a change that is to be written: its columns, and the text that takes most of its room. */
interface Insert {
  values: Value[]
  data: string
}

/**
 * Returns the function that begins a write, for use inside a transaction: its new rows and its changes are gathered, since some
 * that share a statement are written sooner. What is written at the end of each write is in the order in which it came.
 */
export function createRowInserts(engine: Engine) {
  const rowsBy = ofEachKeyColumn(column => createRowWriter(engine, 'database_rows', ROW(column)))
  const writeChanges = createRowWriter(engine, 'database_changes', CHANGE)

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

    const gather = (list: Value[][], { values, data }: Insert): void => {
      const count = list.push(values)
      characters += data.length
      if (count >= GATHERED.entries || characters > GATHERED.characters) flush()
    }

    return {
      addRow(key: string | null, row: Insert): void {
        if (key !== null) keys.add(key)
        gather(rows, row)
      },
      addChange: (change: Insert): void => gather(changes, change),
      /** Writes the row of a key that is gathered, so that it is found. */
      settle(key: string): void {
        if (keys.has(key)) flush()
      },
      flush,
    }
  }
}

export type RowInserts = ReturnType<ReturnType<typeof createRowInserts>>
