import { z } from 'zod'
import { cronBody, cronTarget, exampleCron, exampleSchedule } from '../crons/body.ts'
import { databaseBody } from '../databases/body.ts'
import { exampleDatabase } from '../databases/examples.ts'
import { idField } from '../fields.ts'
import { parserBody } from '../parsers/body.ts'
import { exampleParser } from '../parsers/examples.ts'
import { webhookBody } from '../webhooks/body.ts'

const { rows_path: rowsPath, columns } = databaseBody.shape

/** An existing database, with the paths in the results that hold the values of its columns from now on. */
const intoDatabase = z.strictObject({
  id: idField('database'),
  rows_path: rowsPath,
  paths: z
    .record(z.string().min(1).max(64), z.string().max(500))
    .default({})
    .describe('Paths in the result by the names of columns; the other columns keep theirs.')
    .meta({ title: 'Paths of the columns' }),
  columns: columns
    .describe('Columns to add to the database; existing rows have no value in them.')
    .meta({ title: 'New columns' }),
})

/** What to collect: anything that a cron can run, except workflows. */
export const collectedTarget = cronTarget.omit({ database_id: true })

const { events: _, ...webhookFields } = webhookBody.shape

/** The input field for a new parser that the call creates and runs. */
export const collectingParser = z
  .strictObject(parserBody.shape)
  .optional()
  .describe('A new parser to run; `target` then names none.')
  .meta({ title: 'New parser' })

/** The input of `collect`: everything that one call sets up to fill a database. */
export const collectBody = z.strictObject({
  target: collectedTarget
    .describe('What to run: like `target` of a cron, except workflows.')
    .meta({ title: 'What it runs' }),
  parser: collectingParser,
  database: z
    .strictObject(databaseBody.shape)
    .optional()
    .describe('A new database; either this or `into`.')
    .meta({ title: 'New database' }),
  into: intoDatabase
    .optional()
    .describe('An existing database; either this or `database`.')
    .meta({ title: 'Existing database' }),
  cron: z
    .strictObject(cronBody.omit({ target: true }).shape)
    .optional()
    .describe('When it runs; absent: once, right away, as a job or a batch.')
    .meta({ title: 'Schedule' }),
  webhook: z
    .strictObject(webhookFields)
    .optional()
    .describe('A new webhook for `database.rows.changed`.')
    .meta({ title: 'Webhook' }),
})

export type CollectBody = z.output<typeof collectBody>

/** The ids of everything that was created. */
export const collected = z.object({
  database_id: z.string(),
  cron_id: z.string().nullable(),
  job_id: z.string().nullable(),
  batch_id: z.string().nullable(),
  webhook: z
    .object({ id: z.string(), secret: z.string().describe('Signs what is sent. Shown once.') })
    .nullable(),
})

/** The example call of the docs. */
export const exampleCollect = {
  input: {
    target: { type: 'parser', id: exampleParser.id, input: { url: 'https://shop.example/kettles' } },
    database: {
      name: 'Kettles',
      from_parser: exampleParser.id,
      write_mode: 'upsert',
      primary_key: ['title'],
    },
    cron: { name: 'Kettles, every working day', ...exampleSchedule },
  },
  output: {
    database_id: exampleDatabase.id,
    cron_id: exampleCron.id,
    job_id: null,
    batch_id: null,
    webhook: null,
  },
} satisfies { input: z.input<typeof collectBody>; output: z.input<typeof collected> }
