import { z } from 'zod'
import { labelled } from '../../base/fields/labelled.ts'
import { nameField } from '../../base/fields/name-field.ts'
import { namedObject, namedStrictObject } from '../../base/fields/schema-names.ts'
import { FIVE_FIELDS } from '../../crons/schedule.ts'
import { maxPagesField } from '../../prebuilt/collect-list.ts'
import {
  CRON_CAUSES,
  CRON_RUN_STATES,
  CRON_TARGETS,
  MISFIRES,
  OVERLAPS,
  REASONS,
  type SkipReason,
} from '../../store/crons/rows.ts'
import { time } from '../fields.ts'
import { creditsShape, jobError } from '../jobs/shapes.ts'
import { exampleParser } from '../parsers/examples.ts'
import { stateShape } from '../states.ts'

/** Input fields for when a cron fires. */
export const scheduleFields = {
  expression: z.string().trim().min(1).max(200).describe(FIVE_FIELDS).meta({ title: 'Cron expression' }),
  timezone: z
    .string()
    .min(1)
    .max(64)
    .describe('IANA time zone, such as `Europe/Berlin`, that it is read in.')
    .meta({ title: 'Time zone' }),
}

/** What a cron runs, and where its results are written. */
export const cronTarget = namedStrictObject('CronTarget', {
  type: z
    .enum(CRON_TARGETS)
    .describe('`parser` or `api`; `batch`: many inputs, or an earlier batch once more; `workflow`.')
    .meta({
      title: 'Kind of target',
      ...labelled<(typeof CRON_TARGETS)[number]>({
        parser: 'Parser',
        api: 'API',
        batch: 'Batch',
        workflow: 'Workflow',
      }),
    }),
  id: z
    .string()
    .min(1)
    .max(100)
    .nullable()
    .default(null)
    .describe('The parser, the API, the workflow, or the batch to run again.')
    .meta({ title: 'Target', 'x-id-by': 'type' }),
  input: z
    .unknown()
    .default({})
    .describe(
      'Parser: `{url}`, `{urls: […]}` or `{html, url?}`. API: its parameters, or a list of such. Batch without id: `{target, items, …}` as for `POST /v1/batches`, without `database_id`. Workflow: its input.',
    )
    .meta({ title: 'Input' }),
  max_pages: maxPagesField,
  database_id: z
    .string()
    .min(1)
    .max(100)
    .nullable()
    .default(null)
    .describe(
      'The database that results are written into, as rows; not for a workflow, whose nodes write them.',
    )
    .meta({ title: 'Database for results', 'x-id-of': 'database' }),
})

const credits = z.int().min(1).max(1_000_000_000).nullable().default(null)

/** The fields of a cron that its owner sets. */
export const cronBody = z.strictObject({
  name: nameField('cron'),
  enabled: z.boolean().default(true).describe('Whether it is enabled.').meta({ title: 'Enabled' }),
  ...scheduleFields,
  target: cronTarget
    .describe('A parser, an API, a batch or a workflow, with its input.')
    .meta({ title: 'What it runs' }),
  overlap: z
    .enum(OVERLAPS)
    .default('skip')
    .describe(
      'While the previous run is under way: `skip` this one, `queue` it, `replace` that one, or `allow` both.',
    )
    .meta({
      title: 'If the previous run is still running',
      ...labelled<(typeof OVERLAPS)[number]>({
        skip: 'Skip this run',
        queue: 'Run it afterwards',
        replace: 'Cancel the previous run',
        allow: 'Run both',
      }),
    }),
  misfire: z
    .enum(MISFIRES)
    .default('run_once')
    .describe(
      'Ticks that were missed, for example while the machine slept: `skip`, `run_once` for all, or `run_all`.',
    )
    .meta({
      title: 'After missed times',
      ...labelled<(typeof MISFIRES)[number]>({
        skip: 'Skip them',
        run_once: 'Run once for all of them',
        run_all: 'Run once for each',
      }),
    }),
  jitter_s: z
    .int()
    .min(0)
    .max(3_600)
    .default(0)
    .describe('Fires up to this many seconds later, so that not all start at once.')
    .meta({ title: 'Random delay (seconds)' }),
  max_consecutive_failures: z
    .int()
    .min(1)
    .max(1_000)
    .nullable()
    .default(5)
    .describe('Pauses after this many failed runs in a row; null: never.')
    .meta({
      title: 'Pause after failed runs',
      'x-for-tools': 'Pauses after this many failed runs in a row.',
    }),
  budget: z
    .strictObject({
      per_run: credits
        .describe('Maximum credits per run; null: no limit.')
        .meta({ title: 'Credit limit per run' }),
      per_day: credits
        .describe('Maximum credits per day in its time zone; null: no limit.')
        .meta({ title: 'Credit limit per day' }),
    })
    .prefault({})
    .describe(
      'What it may spend. A run that would cost more is skipped; a batch runs as far as the budget allows.',
    )
    .meta({ title: 'Budget' }),
})

const reasons = Object.keys(REASONS) as [SkipReason, ...SkipReason[]]

/** The shape of a run of a cron, or of a skipped tick. */
export const cronRunShape = namedObject('CronRun', {
  id: z.string(),
  cron_id: z.string(),
  scheduled_for: time.nullable().describe('Its tick; null for a manual run.'),
  until: time.nullable().describe('The last tick that a row for many stands for.'),
  cause: z.enum(CRON_CAUSES).describe('`catch_up`: a tick that was missed when it was due.'),
  state: stateShape(CRON_RUN_STATES),
  reason: z.enum(reasons).nullable().describe('Why it was skipped, or replaced.'),
  message: z.string().nullable().describe('The reason, or the error, in a sentence.'),
  error: jobError
    .extend({
      retryable: jobError.shape.retryable.optional(),
      node_id: z.string().optional().describe('Where in the workflow.'),
    })
    .nullable()
    .describe('Why it failed, or ended early.'),
  job_id: z.string().nullable(),
  batch_id: z.string().nullable(),
  run_id: z.string().nullable().describe('The workflow run.'),
  credits: creditsShape,
  failed: z.int().describe('Items that failed when it ended, also of a run that completed; of a job 1 or 0.'),
  created_at: time,
  started_at: time.nullable(),
  finished_at: time.nullable(),
})

/** A field of answers with the expression in plain words. */
export const readingField = z
  .string()
  .describe('The expression in plain words; the expression itself where there are none for it.')

/** The shape of a cron in answers. */
export const cronRecord = z.object({
  id: z.string(),
  ...cronBody.shape,
  reading: readingField,
  next_run_at: time.nullable().describe('Its next tick; null while it is paused.'),
  last_run: cronRunShape.nullable().describe('The last run that started.'),
  failures: z.int().describe('Runs that failed in a row.'),
  paused_reason: z.string().nullable().describe('Why it is paused.'),
  version: z.int().describe('Increases with every change.'),
  created_at: time,
  updated_at: time,
})

export const exampleSchedule = { expression: '0 9 * * 1-5', timezone: 'Europe/Berlin' }

export const exampleCronBody = {
  name: 'Kettles, every working day',
  ...exampleSchedule,
  target: {
    type: 'parser',
    id: exampleParser.id,
    input: { urls: ['https://shop.example/kettle', 'https://shop.example/pot'] },
  },
  budget: { per_day: 20 },
} satisfies z.input<typeof cronBody>

/** The example with its defaults. It is written out because parsing it with its schema would slow down every start. */
export const exampleCronDocument = {
  ...exampleCronBody,
  enabled: true,
  target: { ...exampleCronBody.target, database_id: null },
  overlap: 'skip',
  misfire: 'run_once',
  jitter_s: 0,
  max_consecutive_failures: 5,
  budget: { per_run: null, ...exampleCronBody.budget },
} satisfies z.output<typeof cronBody>

const id = 'crn_01KF0M1B3D5F7H9K2M4P6R8T0V'

export const exampleCronRun = {
  id: 'crr_01KF0M2M4P6R8T0V2X4Z6B8D0F',
  cron_id: id,
  scheduled_for: '2026-01-15T08:00:00.000Z',
  until: null,
  cause: 'schedule',
  state: 'completed',
  reason: null,
  message: null,
  error: null,
  job_id: null,
  batch_id: 'bat_01KF0K1B3D5F7H9K2M4P6R8T0V',
  run_id: null,
  credits: { reserved: 0, used: 2 },
  failed: 0,
  created_at: '2026-01-15T08:00:00.004Z',
  started_at: '2026-01-15T08:00:00.004Z',
  finished_at: '2026-01-15T08:00:02.310Z',
} satisfies z.input<typeof cronRunShape>

export const exampleCron = {
  id,
  ...exampleCronDocument,
  reading: 'At 09:00, Monday through Friday',
  next_run_at: '2026-01-16T08:00:00.000Z',
  last_run: exampleCronRun,
  failures: 0,
  paused_reason: null,
  version: 1,
  created_at: '2026-01-14T16:20:00.000Z',
  updated_at: '2026-01-14T16:20:00.000Z',
} satisfies z.input<typeof cronRecord>
