import { z } from 'zod'
import { labelled } from '../../base/fields/labelled.ts'
import type { LargeJson } from '../../base/text/large-json.ts'
import type { Context, Operation } from '../operation.ts'

/** The file formats of rows. */
const ROW_FORMATS = ['ndjson', 'json', 'csv', 'xlsx'] as const
export type RowFormat = (typeof ROW_FORMATS)[number]

/** How a CSV handles texts that a spreadsheet program would run as formulas. */
const FORMULAS = ['keep', 'escape'] as const

/** A row to write. A large one may be JSON already, but not in a table; in a table, its values may be a `LargePart`. */
export type WrittenRow = Record<string, unknown> | LargeJson

/** What an operation with the answer `rows` returns. The rows are read one by one while the answer is sent. */
export interface Rows {
  format: RowFormat
  formulas: (typeof FORMULAS)[number]
  /** The columns of a table (csv, xlsx), in order. ndjson and json write each row as it is. */
  columns: readonly string[]
  rows: AsyncIterable<WrittenRow> | Iterable<WrittenRow>
  /** Name of the file, without its extension. */
  name: string
}

/** The input fields of operations with the answer `rows`. */
export const fileFields = {
  format: z
    .enum(ROW_FORMATS)
    .default('ndjson')
    .describe('`ndjson`: an object a line; `json`: one list; `csv`, `xlsx`: a table.')
    .meta({
      title: 'File format',
      ...labelled<RowFormat>({
        ndjson: 'NDJSON, one object per line',
        json: 'JSON list',
        csv: 'CSV',
        xlsx: 'Excel (XLSX)',
      }),
    }),
  formulas: z
    .enum(FORMULAS)
    .default('keep')
    .describe(
      "In a CSV, texts that a spreadsheet program would run as formulas: `keep` them as they are, or `escape` them with a leading `'`.",
    )
    .meta({
      title: 'Spreadsheet formulas',
      'x-advanced': true,
      ...labelled<(typeof FORMULAS)[number]>({ keep: 'Keep them', escape: 'Escape them' }),
    }),
}

type RowsOperation<Id extends string, In extends z.ZodObject, Out extends z.ZodType, Owned> = Omit<
  Operation<Id, In, Out, Owned>,
  'answer' | 'run'
> & { run(input: z.output<In>, context: Context<Owned>): Rows | Promise<Rows> }

/** Defines an operation with the answer `rows`. `output` describes one row. */
export const defineRows = <
  const Id extends string,
  In extends z.ZodObject,
  Out extends z.ZodType,
  Owned = undefined,
>(
  operation: RowsOperation<Id, In, Out, Owned>,
) => ({ ...operation, answer: 'rows' }) as unknown as Operation<Id, In, Out, Owned>
