import { groupDigits } from '../../base/counted.ts'
import { AppError } from '../../base/errors.ts'
import type { DatabaseRecord } from './databases.ts'
import { type RowData, valueIn } from './row-data.ts'

/** How an error says which of the rows before it were written. */
export const writtenBefore = (rows: number): string =>
  rows === 0
    ? 'nothing was written'
    : rows === 1
      ? 'only the first row was written'
      : `only the first ${groupDigits(rows)} rows were written`

/**
 * A row whose key is taken: by a row in the database, or by another row of the same call. The first `written` rows are
 * already written.
 */
interface DuplicateRow {
  index: number
  data: RowData
  isTwice: boolean
  written?: number
}

/** The error for a row whose key is taken. */
export const duplicateKey = (
  { primary_key }: DatabaseRecord,
  { index, data, isTwice, written = 0 }: DuplicateRow,
) => {
  const key = primary_key.map(name => `${name} = ${JSON.stringify(valueIn(data, name))}`).join(', ')
  const problem = isTwice ? `There are two rows with ${key}` : `There is a row with ${key} already`
  const hint = written
    ? 'Send the other rows again, without those whose key already exists.'
    : 'A database in append mode takes each key once. Use write_mode `upsert` to update such rows.'
  return new AppError('conflict', `${problem}; ${writtenBefore(written)}.`, {
    field: `rows[${index}].${primary_key[0]}`,
    hint,
  })
}
