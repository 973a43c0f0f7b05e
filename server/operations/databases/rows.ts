import { z } from 'zod'
import { labelled } from '../../base/fields/labelled.ts'
import type { Context, Operation } from '../operation.ts'

/** How rows can be written. */
const ROW_FORMATS = ['ndjson', 'json', 'csv', 'xlsx'] as const
export type RowFormat = (typeof ROW_FORMATS)[number]

/** What becomes of texts in a CSV that a spreadsheet program would run as formulas. */
const FORMULAS = ['keep', 'escape'] as const

/** What an operation returns whose answer is `rows`: they are read one by one while the answer is sent. */
export interface Rows {
  format: RowFormat
  formulas: (typeof FORMULAS)[number]
  /** What a table (csv, xlsx) shows, in order; ndjson and json show each row as it is. */
  columns: readonly string[]
  rows: AsyncIterable<Record<string, unknown>> | Iterable<Record<string, unknown>>
  /** Of the file that it is saved as, without its ending. */
  name: string
}

/** The input fields that an operation with such an answer takes. */
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

/** Defines an operation whose answer is rows; `output` describes one of them. */
export const defineRows = <
  const Id extends string,
  In extends z.ZodObject,
  Out extends z.ZodType,
  Owned = undefined,
>(
  operation: RowsOperation<Id, In, Out, Owned>,
) => ({ ...operation, answer: 'rows' }) as unknown as Operation<Id, In, Out, Owned>
