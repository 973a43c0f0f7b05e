import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { createTurns } from '../../base/turns.ts'
import { columnNamed } from '../../databases/read-filters.ts'
import { ROW_FILE_NAMES } from '../../databases/read-table.ts'
import { checkRow } from '../../databases/record-bounds.ts'
import type { Column, DatabaseRecord } from '../../store/databases/databases.ts'
import { MAX_ROW_CURSOR } from '../../store/databases/row-list.ts'
import { toRow } from '../../store/databases/stored-rows.ts'
import { anyObject, idField, nothing, pageShape } from '../fields.ts'
import { accountOf, defineOperation, LARGE_BODY, unknownResource } from '../operation.ts'
import { found } from '../resource.ts'
import type { Services } from '../services.ts'
import { READS, WRITES } from '../tool-hints.ts'
import { rowShape, writtenShape } from './body.ts'
import { exampleDatabase, exampleRow, exampleWritten } from './examples.ts'
import { type OwnDatabase, progressOf } from './records.ts'
import { selectionFields, selectionOf } from './selection.ts'

const MAX_ROWS = 1_000

/** Operations that list, read, write and delete rows of a database. */
export function databaseRowOperations({ store, rowWriter }: Services, own: OwnDatabase) {
  const id = { id: idField('database') }
  const withRow = z.strictObject({ ...id, row_id: idField('row', 'id') })
  const path = '/v1/databases/{id}/rows'

  const list = defineOperation({
    id: 'database-rows',
    group: 'databases',
    summary: 'List rows of a database, by any condition and in any order.',
    description: 'Without `sort` the newest come first. Rows without a value in the sorted column come last.',
    method: 'GET',
    path,
    access: 'read',
    input: z.strictObject({
      ...id,
      ...selectionFields,
      sort: z
        .string()
        .max(100)
        .optional()
        .describe('A column; with `-` before it, descending.')
        .meta({ title: 'Sort by' }),
      limit: z
        .int()
        .min(1)
        .max(MAX_ROWS)
        .default(20)
        .describe('Rows on a page, 1 to 1,000; fewer if they are long, about 4 MB together.')
        .meta({ title: 'Rows per page', 'x-advanced': true }),
      cursor: z
        .string()
        .max(MAX_ROW_CURSOR)
        .optional()
        .describe('`next_cursor` of the previous page.')
        .meta({ title: 'Page cursor', 'x-advanced': true }),
    }),
    output: pageShape(rowShape),
    example: {
      input: { id: exampleDatabase.id, filter: { 'price[gte]': 10 }, sort: '-price' },
      output: { data: [exampleRow], has_more: false, next_cursor: null },
    },
    answer: 'value',
    faces: { tool: { name: 'database_rows', group: 'databases', hints: READS } },
    own,
    run: ({ sort, limit, cursor, ...selection }, { owned }) =>
      store.rowList.page(owned, {
        ...selectionOf(owned, selection),
        sort: sort === undefined ? undefined : rowSort(owned, sort),
        limit,
        cursor,
      }),
  })

  const get = defineOperation({
    id: 'database-row-get',
    group: 'databases',
    summary: 'Read one row of a database.',
    method: 'GET',
    path: `${path}/{row_id}`,
    access: 'read',
    input: withRow,
    output: rowShape,
    example: { input: { id: exampleDatabase.id, row_id: exampleRow.id }, output: exampleRow },
    answer: 'value',
    own,
    run: ({ row_id }, { owned }) => toRow(owned)(found(store.databaseRows.find(owned.id, row_id))),
  })

  const write = defineOperation({
    id: 'database-rows-write',
    group: 'databases',
    summary: 'Write rows into a database, as its mode says: all of them or none.',
    description: 'In a database with `replace`, rows that are not among them are removed right after.',
    method: 'POST',
    path,
    body: { ...LARGE_BODY, list: { field: 'rows', max: MAX_ROWS } },
    access: 'manage',
    input: z.strictObject({
      ...id,
      rows: z
        .array(anyObject.describe('A row.'))
        .min(1)
        .max(MAX_ROWS)
        .describe('Objects with the columns as fields; 1,000 at most.')
        .meta({ title: 'Rows' }),
    }),
    output: writtenShape,
    example: {
      input: { id: exampleDatabase.id, rows: [{ title: 'Kettle', price: 24.5 }] },
      output: exampleWritten,
    },
    answer: 'value',
    faces: { tool: { name: 'database_rows_write', group: 'databases', hints: WRITES } },
    once: true,
    own,
    async run({ rows }, context) {
      const turns = createTurns()
      for (const [i, row] of rows.entries()) {
        checkRow(row, i, ROW_FILE_NAMES)
        if (turns.isOver()) await turns.next()
      }
      const [accountId, database, progress] = [accountOf(context), context.owned, progressOf(context)]
      return database.write_mode === 'replace'
        ? rowWriter.writeAll(accountId, database, [rows], progress)
        : rowWriter.writeInputs(accountId, database.id, rows, progress)
    },
  })

  const remove = defineOperation({
    id: 'database-row-delete',
    group: 'databases',
    summary: 'Delete a row of a database; the feed keeps what it held.',
    method: 'DELETE',
    path: `${path}/{row_id}`,
    access: 'manage',
    input: withRow,
    output: nothing,
    example: { input: { id: exampleDatabase.id, row_id: exampleRow.id }, output: null },
    answer: 'empty',
    own,
    async run({ row_id }, context) {
      if (!(await rowWriter.remove(accountOf(context), context.owned, row_id))) throw unknownResource()
      return null
    },
  })
  return [list, get, write, remove] as const
}

/** Returns the sort order in a query: a column, descending if `-` precedes it. Throws 400 for a column that has no order. */
export function rowSort({ columns }: DatabaseRecord, sort: string): { column: Column; descending: boolean } {
  const descending = sort.startsWith('-')
  const column = columnNamed(columns, descending ? sort.slice(1) : sort, 'sort')
  if (column.type !== 'json') return { column, descending }
  throw new AppError('invalid_input', `\`${column.name}\` holds JSON, which has no order.`, {
    field: 'sort',
    hint: 'Sort by a column of text, numbers or booleans.',
  })
}
