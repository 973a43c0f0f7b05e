import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../base/errors.ts'
import type { RunRow } from '../../store/workflows/run-rows.ts'
import type { ItemWork } from '../../workflows/engine/item-work.ts'
import type { RowResult, RowsQuery } from '../../workflows/node-type.ts'
import { rowSort } from '../databases/row-operations.ts'
import { selectionOf } from '../databases/selection.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'

/** Number of rows read at a time. */
const ROWS_AT_ONCE = 250

/** Returns the data of the rows that a node requests, in order, and whether the limit leaves out others. */
export async function readRows({ store }: Services, accountId: string, query: RowsQuery) {
  const { databaseId, filter, sort, limit } = query
  const database = found(await store.databases.find(accountId, databaseId), 'database_id')
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
    if (page.next_cursor === null) return { rows, isCut: false }
    await setImmediate()
    cursor = page.next_cursor
  }
  return { rows, isCut: true }
}

/**
 * Writes the items that reached a node as rows. Call it inside a transaction. Returns the errors of rejected rows by index.
 * After the node's last item, rows that it has not written are removed from databases in mode `replace`; but not if items
 * have failed or an answer is incomplete, because the missing rows may belong to those.
 */
export function writeRows(
  services: Services,
  { run, node, items }: ItemWork,
  results: readonly RowResult[],
): Map<number, AppError> {
  const { store } = services
  const groups = Map.groupBy(results.entries(), ([, { databaseId }]) => databaseId)
  const rejected = new Map(
    [...groups].flatMap(([id, group]) => writeGroup(services, { run, node }, id, group)),
  )
  const { seq } = run.row
  if (store.workflowItems.openAt(seq, node.node) > items.length) return rejected
  const marks = store.workflowNodeState.takeMarks(seq, node.node)
  for (const { database_id, mark } of rejected.size || lacksItems(store, seq) ? [] : marks)
    if (store.databases.read(run.row.account_id, database_id)?.write_mode === 'replace')
      store.databaseRuns.add(run.row.account_id, database_id, mark, rootOf(store, run.row).id)
  return rejected
}

/** Whether the output of a run is incomplete: items of a node have failed, or a node lacked some. */
export const lacksItems = ({ workflowRuns }: Pick<Services['store'], 'workflowRuns'>, run: number): boolean =>
  workflowRuns.steps(run).some(({ items_failed, incomplete }) => items_failed || incomplete)

/** Returns the topmost parent of a run. All changes of a run and its sub-runs are reported together. */
function rootOf({ workflowRuns }: Pick<Services['store'], 'workflowRuns'>, row: RunRow): RunRow {
  const parent = row.parent_run_id && workflowRuns.row(row.account_id, row.parent_run_id)
  return parent ? rootOf({ workflowRuns }, parent) : row
}

/** Writes results, each with its index, into their database. */
function writeGroup(
  { store, rowWriter }: Services,
  { run, node }: Pick<ItemWork, 'run' | 'node'>,
  database_id: string,
  group: readonly [place: number, result: RowResult][],
): [number, AppError][] {
  const { account_id, id: run_id, seq } = run.row
  const mark = store.workflowNodeState.mark(seq, node.node, {
    database_id,
    mark: rowWriter.startRun(database_id),
  })
  const source = { job_id: null, parser_version: null, url: null, run_id }
  const values = group.map(([, { value }]) => ({ value, source }))
  const result = rowWriter.writeResults(account_id, database_id, values, rootOf(store, run.row).id, mark)
  if (!result) return group.map(([place]) => [place, noDatabase()])
  return result.rejected.map(({ index, column, error }) => [
    group[index]![0],
    new AppError(
      'invalid_input',
      error,
      column === undefined ? { hint: WHICH_ROWS } : { field: column, hint: OTHER_VALUE },
    ),
  ])
}

const WHICH_ROWS =
  'Write whole answers, in which the `rows_path` of the database finds the rows, or empty it there: then each item is a row.'

const OTHER_VALUE = 'Compute what is written in `row` of the node, or change the column of the database.'

const noDatabase = () =>
  new AppError('conflict', 'There is no such database, or it was deleted before the run wrote into it.', {
    field: 'database_id',
    hint: 'Restore it within 7 days, or name another.',
  })
