import { setImmediate } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import type { RunRow } from '../store/workflow-run-rows.ts'
import type { RowsQuery } from '../workflows/node-type.ts'
import { rowSort } from './database-rows.ts'
import { selectionOf } from './database-selection.ts'
import { found } from './resource.ts'
import type { Services } from './services.ts'

/** Rows that are read at a time. */
const ROWS_AT_ONCE = 250

/** The data of rows that a node asks for, in order. */
export async function readRows({ store }: Services, accountId: string, query: RowsQuery) {
  const { databaseId, filter, sort, limit } = query
  const database = found(await store.databases.find(accountId, databaseId))
  const selection = selectionOf(database, { filter, removed: 'without' })
  const order = sort === undefined ? undefined : rowSort(database, sort)
  const rows: Record<string, unknown>[] = []
  for (let cursor: string | undefined; rows.length < limit; ) {
    const page = await store.rowList.page(database, {
      ...selection,
      sort: order,
      limit: Math.min(ROWS_AT_ONCE, limit - rows.length),
      cursor,
    })
    rows.push(...page.data.map(({ data }) => data))
    if (page.next_cursor === null) break
    await setImmediate()
    cursor = page.next_cursor
  }
  return rows
}

/** For use inside a transaction: writes what came to a node; gives why each was rejected, by its place. Where items have failed, what is missing may be theirs, and is not taken out. */
export function writeRows(
  { store, rowWriter }: Services,
  { account_id, id: run_id, seq }: RunRow,
  databaseId: string,
  results: readonly unknown[],
): Map<number, AppError> {
  const mark = rowWriter.startRun(databaseId)
  const source = { job_id: null, parser_version: null, url: null, run_id }
  const written = rowWriter.writeResults(
    account_id,
    databaseId,
    results.map(value => ({ value, source })),
  )
  if (!written) throw new AppError('conflict', 'The database was deleted before the run wrote into it.')
  const hasGaps = written.rejected.length > 0 || store.workflowRuns.steps(seq).some(step => step.items_failed)
  if (!hasGaps && store.databases.read(account_id, databaseId)?.write_mode === 'replace')
    store.databaseRuns.add(account_id, databaseId, mark)
  return new Map(
    written.rejected.map(({ index, column, error }) => [
      index,
      new AppError('invalid_input', error, { ...(column !== undefined && { field: column }) }),
    ]),
  )
}
