import { createTurns } from '../base/turns.ts'
import type { DatabaseRecord } from '../store/databases/databases.ts'
import { keyOf } from '../store/databases/row-diff.ts'
import type { NewRow } from '../store/databases/row-plans.ts'
import { BY_HAND } from '../store/databases/rows.ts'
import type { Store } from '../store/open-store.ts'
import { createRowReader, rowError } from './row-reader.ts'

export type RowInput = Record<string, unknown>

/** Rows that fit their database, with what each of them changes. */
interface PlannedRows {
  rows: NewRow[]
  /** Inside the transaction: whether nothing has changed the database, as it is then, or its rows since. */
  isCurrent(latest: DatabaseRecord): boolean
}

/** Reads rows that are written by hand, as one call. Throws 400 that names the row and its column. */
export function* readInputs(
  database: DatabaseRecord,
  inputs: readonly RowInput[],
  first: number,
): Generator<NewRow> {
  const readRow = createRowReader(database)
  for (const [i, input] of inputs.entries()) {
    const row = readRow(input)
    if ('fault' in row)
      throw rowError(database, { index: first + i, input, fault: row.fault, written: first })
    yield { data: row.data, source: BY_HAND }
  }
}

/** Reads rows and plans what they change, outside the transaction: other work runs in between, however long they are. */
export async function planInputs(
  { databaseRows }: Pick<Store, 'databaseRows'>,
  database: DatabaseRecord,
  inputs: readonly RowInput[],
  first: number,
): Promise<PlannedRows> {
  const { id, version, primary_key } = database
  const state = databaseRows.planState(id)
  const rows: NewRow[] = []
  const keys = new Set<string>()
  const turns = createTurns()
  for (const row of readInputs(database, inputs, first)) {
    const key = keyOf(primary_key, row.data)
    // What the second row with a key changes depends on the first.
    const isTwice = key !== null && keys.has(key)
    if (key !== null) keys.add(key)
    rows.push(isTwice ? row : { ...row, plan: databaseRows.plan(database, row, key) })
    if (turns.isOver()) await turns.next()
  }
  const isCurrent = (latest: DatabaseRecord) =>
    latest.version === version && databaseRows.planState(id) === state
  return { rows, isCurrent }
}
