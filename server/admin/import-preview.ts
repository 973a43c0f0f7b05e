import { z } from 'zod'
import { previewImport } from '../databases/preview-import.ts'
import { proposeMapping } from '../databases/propose-mapping.ts'
import { readColumns } from '../databases/read-columns.ts'
import { formatOf, ROW_FILE_NAMES, TABLE_FORMATS } from '../databases/read-table.ts'
import { exampleDatabase, exampleRow } from '../operations/databases/examples.ts'
import { fileField, MAX_FILE_BYTES } from '../operations/databases/files.ts'
import { idField } from '../operations/fields.ts'
import { mappingField, mappingOf } from '../operations/mapping.ts'
import { defineOperation } from '../operations/operation.ts'
import { found } from '../operations/resource.ts'
import { accountField } from './accounts/accounts.ts'
import { causeShape, fileColumnShape, mappedColumns } from './file-shapes.ts'
import { type AdminServices, accountNamed } from './services.ts'

const countedColumn = fileColumnShape.extend({
  values: z.int().describe('Values that fit the column of the database.'),
  empty: z.int(),
  unfit: z.int().describe('Values that do not fit it.'),
})

const NONE = { values: 0, empty: 0, unfit: 0 }

/** Previews of what a file would write into a database. */
export function importPreviewOperations(services: AdminServices) {
  const preview = defineOperation({
    id: 'database-import-preview',
    group: 'admin',
    summary: 'Preview what a file would write into a database, without writing it.',
    description:
      'Free. The file is read and checked as `database-import` does; without a mapping, one is proposed by the names of the columns.',
    method: 'POST',
    path: '/admin/databases/{id}/import/preview',
    access: 'admin',
    input: z.strictObject({
      id: idField('database'),
      file: fileField.describe('The rows: CSV, NDJSON or a JSON list. 64 MB at most.'),
      format: z.enum(TABLE_FORMATS).optional().describe('What the file is; absent: what it looks like.'),
      mapping: mappingField,
      account: accountField,
    }),
    output: z.object({
      rows: z.int().describe('Rows of the file.'),
      fit: z.int().describe('Rows that fit. The file can be imported where all do.'),
      columns: z.array(countedColumn).describe('The columns of the file.'),
      causes: z.array(causeShape).describe('Why rows do not fit, the most frequent first.'),
      first: z.array(z.record(z.string(), z.unknown())).describe('The first rows as they would be written.'),
    }),
    example: {
      input: {
        id: exampleDatabase.id,
        file: { bytes: Buffer.from('title,price\nKettle,22\n'), name: 'rows.csv', contentType: 'text/csv' },
      },
      output: {
        rows: 1,
        fit: 1,
        columns: [
          { name: 'title', field: 'title', examples: ['Kettle'], values: 1, empty: 0, unfit: 0 },
          { name: 'price', field: 'price', examples: ['22'], values: 1, empty: 0, unfit: 0 },
        ],
        causes: [],
        first: [exampleRow.data],
      },
    },
    files: { file: { max: 1, maxBytes: MAX_FILE_BYTES, description: 'CSV, NDJSON or a JSON list.' } },
    answer: 'value',
    async run({ id, file: { bytes }, format = formatOf(bytes), mapping: given, account: name }, { signal }) {
      const account = await accountNamed(services, name)
      const database = found(await services.store.databases.find(account.id, id))
      const columns = await readColumns(bytes, format, { names: ROW_FILE_NAMES })
      const names = database.columns.map(column => column.name)
      const mapping = given ? mappingOf(given) : proposeMapping(columns, names)
      const file = { bytes, format, mapping }
      const foreseen = await previewImport(services.store, database, file, signal)
      return {
        ...foreseen,
        columns: mappedColumns(columns, mapping).map(column => ({
          ...column,
          ...(foreseen.columns.get(column.field ?? '') ?? NONE),
        })),
      }
    },
  })
  return [preview] as const
}
