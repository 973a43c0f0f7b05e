import { z } from 'zod'
import { labelled } from '../../base/fields/labelled.ts'
import { createImport } from '../../databases/import-rows.ts'
import { csvCellOf, formatOf, TABLE_FORMATS, type TableFormat } from '../../databases/read-table.ts'
import type { Column } from '../../store/databases/databases.ts'
import type { RowData } from '../../store/databases/row-data.ts'
import type { DatabaseRow } from '../../store/databases/stored-rows.ts'
import { idField } from '../fields.ts'
import { mappingField, mappingOf } from '../mapping.ts'
import { accountOf, defineOperation, type UploadedFile } from '../operation.ts'
import type { Services } from '../services.ts'
import { writtenShape } from './body.ts'
import { exampleDatabase, exampleRow, exampleWritten } from './examples.ts'
import { type OwnDatabase, progressOf } from './records.ts'
import { defineRows, fileFields } from './rows.ts'
import { selectionFields, selectionOf } from './selection.ts'

/** Maximum size of a file of rows in bytes: 64 MB, the limit of uploads. */
export const MAX_FILE_BYTES = 67_108_864

/** The input field for a file of rows. */
export const fileField = z
  .custom<UploadedFile>()
  .superRefine((file, context) => {
    if (file?.bytes?.byteLength) return
    const message = file?.bytes ? 'The file is empty.' : 'The file is missing.'
    context.addIssue({ code: 'custom', message, params: { hint: 'With curl: -F file=@PATH' } })
  })
  .meta({ type: 'string', format: 'binary' })

/** The details of a row that an export adds to its data on request. */
const ROW_DETAILS = {
  _id: (row: DatabaseRow) => row.id,
  _first_seen_at: (row: DatabaseRow) => row.first_seen_at,
  _last_seen_at: (row: DatabaseRow) => row.last_seen_at,
  _changed_at: (row: DatabaseRow) => row.changed_at,
  _removed_at: (row: DatabaseRow) => row.removed_at,
  _url: (row: DatabaseRow) => row.source.url,
}

type RowDetails = readonly [name: string, read: (row: DatabaseRow) => unknown][]

/** Returns the details under names that no column has: a name that is taken gets further leading `_`. */
const detailsBeside = (columns: readonly Column[]): RowDetails =>
  Object.entries(ROW_DETAILS).map(([name, read]) => {
    const isTaken = (free: string) => columns.some(column => column.name === free)
    let free = name
    while (isTaken(free)) free = `_${free}`
    return [free, read]
  })

/** Operations that import rows from files and export them. */
export function databaseFileOperations({ store, rowWriter }: Services, own: OwnDatabase) {
  const id = { id: idField('database') }
  const importRows = createImport({ store, writer: rowWriter })

  const upload = defineOperation({
    id: 'database-import',
    group: 'databases',
    summary: 'Write a file into a database: CSV, NDJSON or a JSON list.',
    description:
      'The whole file is checked before its first row is written. Rows are written a few hundred at a time, so that a large file does not block other calls. Once it writes rows, an import continues even if its client leaves; `row_count` of the database shows how far it is.',
    method: 'POST',
    path: '/v1/databases/{id}/import',
    access: 'manage',
    input: z.strictObject({
      ...id,
      file: fileField
        .describe('The rows; fields and the header of a CSV are names of columns. 64 MB at most.')
        .meta({ title: 'File' }),
      format: z
        .enum(TABLE_FORMATS)
        .optional()
        .describe('What the file is; absent: what it looks like.')
        .meta({
          title: 'File format',
          ...labelled<TableFormat>({ csv: 'CSV', ndjson: 'NDJSON, one object per line', json: 'JSON list' }),
        }),
      mapping: mappingField,
    }),
    output: writtenShape,
    example: {
      input: {
        id: exampleDatabase.id,
        file: { bytes: Buffer.from('title,price\nKettle,24.5\n'), name: 'rows.csv', contentType: 'text/csv' },
      },
      output: exampleWritten,
    },
    files: { file: { max: 1, maxBytes: MAX_FILE_BYTES, description: 'CSV, NDJSON or a JSON list.' } },
    answer: 'value',
    once: true,
    own,
    run: ({ file: { bytes }, format = formatOf(bytes), mapping }, context) =>
      importRows({
        accountId: accountOf(context),
        database: context.owned,
        file: { bytes, format, mapping: mappingOf(mapping) },
        progress: progressOf(context),
        signal: context.signal,
      }),
  })

  const download = defineRows({
    id: 'database-export',
    group: 'databases',
    summary: 'Every row of a database that fits the conditions, as a file.',
    description: 'In the order in which the rows were first seen. Rows are read while the answer is sent.',
    method: 'GET',
    path: '/v1/databases/{id}/export',
    access: 'read',
    input: z.strictObject({
      ...id,
      ...fileFields,
      ...selectionFields,
      meta: z
        .boolean()
        .default(false)
        .describe(
          `Add ${Object.keys(ROW_DETAILS).join(', ')} to each row, with another \`_\` in front where a column has that name.`,
        )
        .meta({ title: 'Include row details' }),
    }),
    output: z.record(z.string(), z.unknown()).describe('Values by column.'),
    example: { input: { id: exampleDatabase.id }, output: exampleRow.data },
    own,
    run({ format, formulas, meta, ...selection }, { owned }) {
      const { columns } = owned
      const details = meta ? detailsBeside(columns) : []
      const rows = store.rowList.all(owned, selectionOf(owned, selection))
      const data = format === 'csv' ? csvData(columns, !meta && columns.length === 1) : dataOf
      return {
        format,
        formulas,
        columns: [...details.map(([name]) => name), ...columns.map(({ name }) => name)],
        rows: shown(rows, details, data),
        name: owned.name,
      }
    },
  })
  return [upload, download] as const
}

const dataOf = ({ data }: DatabaseRow): RowData => data

const csvData =
  (columns: readonly Column[], isAlone: boolean) =>
  ({ data }: DatabaseRow): RowData =>
    Object.fromEntries(columns.map(column => [column.name, csvCellOf(data[column.name], column, isAlone)]))

async function* shown(
  rows: AsyncIterable<DatabaseRow>,
  details: RowDetails,
  data: (row: DatabaseRow) => RowData,
): AsyncGenerator<RowData> {
  for await (const row of rows)
    yield { ...Object.fromEntries(details.map(([name, read]) => [name, read(row)])), ...data(row) }
}
