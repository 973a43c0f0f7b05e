import type { DatabaseRecord } from '../store/databases/databases.ts'
import type { NewRow } from '../store/databases/row-plans.ts'
import type { StagedRows } from '../store/databases/staged-rows.ts'
import type { Store } from '../store/open-store.ts'
import { planInputs, type RowInput, readInputs } from './plan-rows.ts'

/** How often rows are planned before the transaction. If other rows were written each time, the transaction does it all. */
const MAX_PLANS = 3

/** What writing planned rows needs. */
export interface PlannedWriteServices {
  store: Pick<Store, 'write' | 'databaseRows' | 'purgeDatabase'>
  now(): number
}

/** Rows that one transaction writes. `first` is the index of the first one among all rows of the call. */
interface PlannedWrite<T> {
  inputs: readonly RowInput[]
  first: number
  /** The mark of a complete write, null for any other. */
  mark: number | null
  /** Reads the database. Throws if it was deleted. */
  current(): DatabaseRecord
  /** Writes the rows, inside the transaction; `staged` are those that were written ahead. */
  write(rows: readonly NewRow[], staged: StagedRows | null): T
}

/** Writes rows in one transaction, which is short however long the rows are: they are compared, and written, ahead of it. */
export async function writePlanned<T>(services: PlannedWriteServices, planned: PlannedWrite<T>): Promise<T> {
  const { store, now } = services
  const { inputs, first, mark, current, write } = planned
  for (let plans = 0; plans < MAX_PLANS; plans++) {
    const database = current()
    const { rows, isCurrent } = await planInputs(store, database, inputs, first)
    const staged = await store.databaseRows.staged.write(database, rows, { mark, now: now() })
    const outcome = await takeOver(services, staged, () =>
      isCurrent(current()) ? { done: write(rows, staged) } : null,
    )
    if (outcome) return outcome.done
  }
  return store.write(() => write([...readInputs(current(), inputs, first)], null))
}

/** Runs a transaction that takes staged rows over. If it returns null instead, they are removed. */
async function takeOver<T>(
  { store }: PlannedWriteServices,
  staged: StagedRows | null,
  work: () => T | null,
): Promise<T | null> {
  const isSwept = () => staged !== null && !store.databaseRows.staged.isThere(staged)
  let outcome: T | null = null
  try {
    outcome = await store.write(() => (isSwept() ? null : work()))
  } finally {
    if (staged && !outcome) await store.purgeDatabase(staged.id)
  }
  return outcome
}
