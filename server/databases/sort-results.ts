import type { DatabaseRecord } from '../store/databases/databases.ts'
import type { RowData, RowSource } from '../store/databases/row-data.ts'
import { keyOf } from '../store/databases/row-diff.ts'
import type { NewRow } from '../store/databases/rows.ts'
import { createResultReader, type ResultFault, type RowFault } from './row-reader.ts'

/** A result of a job or call, and where it comes from. */
export interface Result {
  value: unknown
  source: RowSource
}

/** A row of the result with this index that cannot be written, and why. */
export type RejectedRow = ResultFault & { index: number }

/** The rows of results that a database can take, and those that it cannot. `hasKey` says which keys are there. */
export function sortResults(
  database: DatabaseRecord,
  results: readonly Result[],
  hasKey: (key: string) => boolean,
): { fitting: NewRow[]; rejected: RejectedRow[] } {
  const read = createResultReader(database)
  const faultOfKey = createKeyCheck(database, hasKey)
  const fitting: NewRow[] = []
  const rejected: RejectedRow[] = []
  for (const [index, { value, source }] of results.entries())
    for (const row of read(value)) {
      const fault = 'fault' in row ? row.fault : faultOfKey(row.data)
      if (fault) rejected.push({ index, ...fault })
      else if ('data' in row) fitting.push({ data: row.data, source })
    }
  return { fitting, rejected }
}

/** Returns the function that finds the fault of a row whose key is taken, which in append mode it may not be. */
export function createKeyCheck(
  { primary_key, write_mode }: DatabaseRecord,
  hasKey: (key: string) => boolean,
): (data: RowData) => RowFault | null {
  const seen = new Set<string>()
  return data => {
    const key = write_mode === 'append' ? keyOf(primary_key, data) : null
    if (key === null) return null
    if (seen.has(key) || hasKey(key))
      return { column: primary_key[0]!, error: `A row with the key ${key} already exists.` }
    seen.add(key)
    return null
  }
}
