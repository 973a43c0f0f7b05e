import type { DatabaseRecord } from '../store/databases/databases.ts'
import type { RowData, RowSource } from '../store/databases/row-data.ts'
import { keyOf } from '../store/databases/row-diff.ts'
import type { NewRow } from '../store/databases/row-plans.ts'
import { createResultReader, type ResultFault, type RowFault } from './row-reader.ts'

/** A result of a job or call, and where it comes from. */
export interface SourcedResult {
  value: unknown
  source: RowSource
}

/** A row that cannot be written, why, and the index of its result. */
export type RejectedRow = ResultFault & { index: number }

/** Separates the rows of results that fit a database from those that do not. `hasKey` says whether a key already exists. */
export function sortResults(
  database: DatabaseRecord,
  results: readonly SourcedResult[],
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
      else if ('data' in row) fitting.push({ ...row, source })
    }
  return { fitting, rejected }
}

/** Returns a function that returns the fault of a row whose key is already taken, in append mode. */
export function createKeyCheck(
  { primary_key, write_mode }: DatabaseRecord,
  hasKey: (key: string) => boolean,
): (data: RowData) => RowFault | null {
  const seen = new Set<string>()
  return data => {
    const key = write_mode === 'append' ? keyOf(primary_key, data) : null
    if (key === null) return null
    if (seen.has(key) || hasKey(key))
      return {
        column: primary_key[0]!,
        error: `A row with the key ${key} already exists. The mode \`upsert\` updates it.`,
      }
    seen.add(key)
    return null
  }
}
