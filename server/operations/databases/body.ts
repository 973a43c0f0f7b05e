import { z } from 'zod'
import { labelled } from '../../base/fields/labelled.ts'
import { nameField } from '../../base/fields/name-field.ts'
import { namedObject, namedStrictObject } from '../../base/fields/schema-names.ts'
import { MAX_COLUMNS } from '../../databases/check-definition.ts'
import { COLUMN_NAME } from '../../databases/infer-columns.ts'
import { parsePath } from '../../parsers/json/json-path.ts'
import { COLUMN_TYPES, type ColumnType, ON_MISSING, WRITE_MODES } from '../../store/databases/databases.ts'
import { CHANGE_KINDS } from '../../store/databases/row-data.ts'
import { time } from '../fields.ts'
import { stateShape } from '../states.ts'

const columnName = z
  .string()
  .min(1)
  .max(64)
  .refine(
    name => COLUMN_NAME.test(name) && name !== '__proto__',
    'must have only letters, digits, `_`, `-` and blanks, with a letter or `_` in front',
  )

const path = z
  .string()
  .max(500)
  .refine(text => parsePath(text) !== null, 'must be a path, such as `offers[0].price`')

const column = namedStrictObject('Column', {
  name: columnName.describe('Letters, digits, `_`, `-` and blanks.').meta({ title: 'Column name' }),
  path: path
    .optional()
    .describe('Where a result holds the value: `offers[0].price`; its name, where absent.')
    .meta({ title: 'Path in the result' }),
  type: z
    .enum(COLUMN_TYPES)
    .describe('What it holds.')
    .meta({
      title: 'Type',
      ...labelled<ColumnType>({
        string: 'Text',
        integer: 'Whole number',
        number: 'Number',
        boolean: 'Yes or no',
        json: 'JSON',
      }),
    }),
  nullable: z.boolean().default(true).describe('A row may leave it out.').meta({ title: 'May be empty' }),
})

/** The fields of a database that its owner sets. */
export const databaseBody = z.strictObject({
  name: nameField('database'),
  description: z.string().max(2_000).default('').describe('What it collects.').meta({ title: 'Description' }),
  from_parser: z
    .string()
    .min(1)
    .max(100)
    .nullable()
    .default(null)
    .describe('The parser whose fields become the columns, if you name none.')
    .meta({ title: 'Columns from parser', 'x-id-of': 'parser' }),
  columns: z
    .array(column)
    .min(1)
    .max(MAX_COLUMNS)
    .optional()
    .describe('What a row holds, in order. Default: the fields of the parser.')
    .meta({ title: 'Columns' }),
  rows_path: path
    .optional()
    .describe(
      'The list in a result whose items are the rows; empty: each result is one row. Default: the list of a parser that reads one.',
    )
    .meta({ title: 'Path of the rows', 'x-advanced': true }),
  primary_key: z
    .array(columnName)
    .max(8)
    .optional()
    .describe(
      'Columns that tell rows apart. Default: for columns from a parser, unless the mode is `append`, proposed by their names.',
    )
    .meta({ title: 'Primary key' }),
  write_mode: z
    .enum(WRITE_MODES)
    .default('append')
    .describe(
      '`append`: each row is new; `upsert`: a known key is updated; `replace`: each write is the whole content.',
    )
    .meta({
      title: 'Write mode',
      ...labelled<(typeof WRITE_MODES)[number]>({
        append: 'Add every row',
        upsert: 'Update rows with a known key',
        replace: 'Replace the whole content',
      }),
    }),
  track_history: z
    .boolean()
    .default(true)
    .describe('Keep a feed of what was added, changed and removed.')
    .meta({ title: 'Keep a history of changes' }),
  on_missing: z
    .enum(ON_MISSING)
    .optional()
    .describe(
      'What happens to rows that a complete run no longer holds; absent: `keep`, or `delete` with `replace`.',
    )
    .meta({
      title: 'Missing rows',
      'x-advanced': true,
      ...labelled<(typeof ON_MISSING)[number]>({
        keep: 'Keep them',
        mark_removed: 'Mark them as removed',
        delete: 'Delete them',
      }),
    }),
})

/** The shape of a database in answers. */
export const databaseRecord = z.object({
  id: z.string(),
  ...databaseBody.shape,
  columns: z.array(column.required().describe('A column.')).describe('What a row holds, in order.'),
  rows_path: z.string().describe('Where a result holds the list of rows; empty: a result is a row.'),
  primary_key: z.array(z.string()).describe('Columns that tell rows apart.'),
  on_missing: z.enum(ON_MISSING),
  row_count: z.int().describe('Rows that are not marked as removed.'),
  version: z.int().describe('Increases with every change.'),
  created_at: time,
  updated_at: time,
})

const source = namedObject('RowSource', {
  job_id: z.string().nullable(),
  parser_version: z.int().nullable(),
  url: z.string().nullable(),
  run_id: z.string().optional().describe('The workflow run that wrote them.'),
})

const data = z.record(z.string(), z.unknown()).describe('Values by column.')

export const rowShape = namedObject('Row', {
  id: z.string(),
  data,
  first_seen_at: time,
  last_seen_at: time,
  changed_at: time,
  removed_at: time.nullable(),
  source: source.describe('Where its values come from; null for what was written by hand.'),
})

export const changeShape = namedObject('RowChange', {
  seq: z.int().describe('Increases with every change.'),
  row_id: z.string(),
  kind: stateShape(CHANGE_KINDS),
  fields: z
    .record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }))
    .describe('What differs, by column.'),
  data: data.describe('The row after it; of a removed one, its last state.'),
  source,
  at: time,
})

const count = z.int().min(0)

export const writtenShape = namedObject('RowsWritten', {
  added: count,
  changed: count,
  unchanged: count,
  returned: count.describe('Rows that had been marked as removed.'),
  removed: count.describe('Rows that were missing, in a database that is replaced.'),
  cursor: z.string().describe('For `/changes`: what this write changed comes after it.'),
})
