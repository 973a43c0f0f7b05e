import { type CountedCause, countCauses } from '../base/causes.ts'
import type { DatabaseRecord } from '../store/databases/databases.ts'
import type { RowData } from '../store/databases/row-data.ts'
import type { Store } from '../store/open-store.ts'
import { readTable, type TableFile } from './read-table.ts'
import { faultOf, type RowFault, valueFor } from './row-reader.ts'
import { createKeyCheck } from './sort-results.ts'

/** What the values of a column would become: how many fit, are empty, or do not fit. */
interface ColumnCounts {
  values: number
  empty: number
  unfit: number
}

/** The outcome that an import of the file would have. */
interface ImportPreview {
  /** The number of rows in the file, and how many of them fit. */
  rows: number
  fit: number
  /** Counts by column of the database. */
  columns: Map<string, ColumnCounts>
  causes: CountedCause[]
  /** The first rows as they would be written. */
  first: RowData[]
}

const MAX_SHOWN_ROWS = 20

/** Reads a file as an import does and counts what fits, without writing anything. Throws 400 if it is not a file of rows. */
export async function previewImport(
  store: Pick<Store, 'databaseRows'>,
  database: DatabaseRecord,
  file: TableFile,
  signal: AbortSignal,
): Promise<ImportPreview> {
  const faultOfKey = createKeyCheck(database, key => store.databaseRows.hasKey(database.id, key))
  const counts = new Map(
    database.columns.map(({ name }) => [name, { values: 0, empty: 0, unfit: 0 }] as const),
  )
  const causes = countCauses()
  const preview: ImportPreview = { rows: 0, fit: 0, columns: counts, causes: [], first: [] }
  for await (const slice of readTable(file, database.columns)) {
    signal.throwIfAborted()
    for (const row of slice) {
      const faults = faultsOf(database, row, counts)
      const fault = faults[0] ?? faultOfKey(row)
      for (const { column, error } of fault ? [fault, ...faults.slice(1)] : [])
        causes.add(preview.rows, error, column)
      if (!fault && preview.first.length < MAX_SHOWN_ROWS) preview.first.push(row)
      preview.fit += Number(!fault)
      preview.rows++
    }
  }
  return { ...preview, causes: causes.list() }
}

/** Returns all faults of a row, and counts its values by column. */
function faultsOf(
  { columns, primary_key }: DatabaseRecord,
  row: RowData,
  counts: ReadonlyMap<string, ColumnCounts>,
): RowFault[] {
  const columnFaults = columns.flatMap(column => {
    const value = Object.hasOwn(row, column.name) ? valueFor(column, row[column.name]) : null
    const fault = faultOf(column, value ?? null, primary_key.includes(column.name))
    const count = counts.get(column.name)!
    if (value === null || value === undefined) count.empty++
    else count[fault ? 'unfit' : 'values']++
    return fault ? [fault] : []
  })
  const unknownName = Object.keys(row).find(name => !counts.has(name))
  return unknownName === undefined
    ? columnFaults
    : [...columnFaults, { column: unknownName, error: `There is no column \`${unknownName}\`.` }]
}
