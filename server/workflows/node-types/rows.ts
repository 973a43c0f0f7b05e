import { z } from 'zod'
import { idField } from '../../base/fields/id-field.ts'
import { namedValues } from '../../base/fields/named-values.ts'
import { sampleOfSchema } from '../check/sample-of-schema.ts'
import { CONDITIONS, expression } from '../expressions/expression-field.ts'
import { itemNode, listNode } from '../node-type.ts'

/** Rows that are read without a `limit`. */
const DEFAULT_ROWS = 1_000

const database = { database_id: idField('database') }

export const readRows = itemNode({
  type: 'read_rows',
  group: 'rows',
  title: 'Read rows',
  summary: 'Reads rows of a database, each as an item: the first 1,000, unless `limit` names another number.',
  config: z.strictObject({
    ...database,
    filter: namedValues(z.string(), z.unknown())
      .default({})
      .describe('Conditions on columns: `{"price[gte]": 10}`.')
      .meta({ title: 'Conditions', [CONDITIONS]: true }),
    sort: z
      .string()
      .max(100)
      .optional()
      .describe('A column; with `-` before it, descending.')
      .meta({ title: 'Sort by' }),
    limit: z
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .describe('Maximum rows; absent: 1,000.')
      .meta({ title: 'Maximum rows' }),
  }),
  branches: ['out'],
  isEffect: false,
  sample: async ({ config }, { row }) => sampleOfSchema(await row(config.database_id)),
  async run({ config: { database_id: databaseId, limit, ...query } }, context) {
    const found = await context.rows.read({ databaseId, limit: limit ?? DEFAULT_ROWS, ...query })
    const items = found.rows.map(value => ({ value }))
    return limit === undefined && found.isCut ? context.incomplete(items) : items
  },
})

/** Waits for all items, so that a database in mode `replace` contains exactly what the run found. */
export const writeRows = listNode({
  type: 'write_rows',
  group: 'rows',
  title: 'Write rows',
  summary:
    'Writes items into a database as its mode says, and lets them pass. One that does not fit its columns fails. What changed is in the feed of the database.',
  config: z.strictObject({
    ...database,
    row: expression('Row', 'What is written, where that is not the item itself.').optional(),
  }),
  branches: ['out'],
  isEffect: true,
  run: (inputs, context) => () => {
    const rejected = context.rows.write(
      inputs.map(({ item, config }) => ({
        databaseId: config.database_id,
        value: config.row === undefined ? item : config.row,
      })),
    )
    return inputs.map(({ item }, from) => {
      const error = rejected.get(from)
      return error ? { error, from } : { value: item, from }
    })
  },
})
