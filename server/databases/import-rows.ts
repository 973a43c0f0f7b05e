import type { DatabaseRecord } from '../store/databases/databases.ts'
import { keyOf } from '../store/databases/row-diff.ts'
import { duplicateKey } from '../store/databases/row-errors.ts'
import type { Store } from '../store/open-store.ts'
import { ROW_FILE_NAMES, readTable, type TableFile } from './read-table.ts'
import { checkRow } from './record-bounds.ts'
import { createRowReader, rowError } from './row-reader.ts'
import type { RowWriter, SavedProgress, WriteOutcome } from './write-rows.ts'

/** A file of rows to import into a database. */
interface ImportRequest {
  accountId: string
  database: DatabaseRecord
  file: TableFile
  progress: SavedProgress
  signal: AbortSignal
}

/** Returns a function that writes a file into a database. The whole file is checked before its first row is written. */
export function createImport({ store, writer }: { store: Pick<Store, 'databaseRows'>; writer: RowWriter }) {
  async function check({ database, file, progress, signal }: ImportRequest): Promise<void> {
    const read = createRowReader(database)
    const written = progress.before?.rows ?? 0
    const isTaken = (key: string, index: number) =>
      index >= written && store.databaseRows.hasKey(database.id, key)
    const keys = new Set<string>()
    let index = 0
    for await (const slice of readTable(file, database.columns)) {
      signal.throwIfAborted()
      for (const input of slice) {
        // Text of a CSV may be several times as long in JSON.
        if (file.format === 'csv') checkRow(input, index, ROW_FILE_NAMES)
        const row = read(input)
        if ('fault' in row) throw rowError(database, { index, input, fault: row.fault, written })
        const key = database.write_mode === 'append' ? keyOf(database.primary_key, row.data) : null
        const isTwice = key !== null && keys.has(key)
        if (isTwice || (key !== null && isTaken(key, index)))
          throw duplicateKey(database, { index, data: row.data, isTwice, written })
        if (key !== null) keys.add(key)
        index++
      }
    }
  }

  /** Throws 400 that names the row and its column, 409 `conflict` for a key that already exists in append mode. */
  return async function importRows(request: ImportRequest): Promise<WriteOutcome> {
    await check(request)
    const { accountId, database, file, progress } = request
    return writer.writeAll(accountId, database, readTable(file, database.columns), progress)
  }
}
