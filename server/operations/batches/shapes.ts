import { z } from 'zod'
import { namedObject } from '../../base/fields/schema-names.ts'
import { JOB_STATES, type JobState } from '../../store/jobs/rows.ts'
import { time } from '../fields.ts'
import { creditsShape, exampleJob, jobShape } from '../jobs/shapes.ts'
import { exampleData, exampleParser } from '../parsers/examples.ts'
import { stateShape } from '../states.ts'

const count = z.int()

/** Maximum number of items of a batch. */
export const MAX_ITEMS = 10_000
/** The maximum number of items as text. */
export const MAX_ITEMS_TEXT = '10,000'

/** The shape of a batch in answers. */
export const batchShape = namedObject('Batch', {
  id: z.string(),
  name: z.string().nullable(),
  target: z.object({ parser_id: z.string().optional(), api_id: z.string().optional() }),
  state: stateShape(['pending', 'running', 'completed', 'failed', 'cancelled']).describe(
    'Once all items have ended: `completed` where one has a result, else `failed`; or `cancelled`.',
  ),
  counts: z.object({
    total: count,
    ...(Object.fromEntries(JOB_STATES.map(state => [state, count])) as Record<JobState, typeof count>),
  }),
  credits: creditsShape,
  max_credits: z.int().nullable(),
  concurrency: z.int().nullable(),
  database_id: z.string().nullable().describe('The database that results are written into.'),
  webhook: z.string().nullable().describe('The webhook that is notified of its end.'),
  retry_of: z.string().nullable().describe('The batch whose failed items it repeats.'),
  cron_id: z.string().nullable().describe('The cron that created it.'),
  created_at: time,
  cancelled_at: time.nullable(),
})

export const exampleBatch = {
  id: 'bat_01KF0K1B3D5F7H9K2M4P6R8T0V',
  name: 'Kettles',
  target: { parser_id: exampleParser.id },
  state: 'running',
  counts: { total: 500, pending: 380, running: 4, completed: 110, failed: 5, cancelled: 0, skipped: 1 },
  credits: { reserved: 384, used: 110 },
  max_credits: null,
  concurrency: null,
  database_id: null,
  webhook: null,
  retry_of: null,
  cron_id: null,
  created_at: '2026-01-15T09:30:00.000Z',
  cancelled_at: null,
} satisfies z.input<typeof batchShape>

/** An item of a batch with its result. */
export const itemResultShape = z.object({
  ...jobShape.pick({ index: true, custom_id: true, state: true, input: true, error: true, notice: true })
    .shape,
  result: z.unknown().describe('null where there is none, or it is no longer kept, as `error` says then.'),
})

export const exampleItemResult = {
  index: 0,
  custom_id: 'kettle-1',
  state: 'completed',
  input: exampleJob.input,
  error: null,
  notice: null,
  result: exampleData,
} satisfies z.input<typeof itemResultShape>

/** The shape of the answer that creates a batch, with the accepted, skipped and rejected items. */
export const batchCreated = namedObject('BatchCreated', {
  id: z.string(),
  accepted: z.int().describe('Items that will run.'),
  skipped: z.int().describe('Items with the same input as an earlier one (`dedupe`).'),
  rejected: z
    .array(z.object({ index: z.int(), field: z.string().optional(), error: z.string() }))
    .describe('Items that were left out, and why.'),
  credits_reserved: z.int(),
})

export const exampleCreated = {
  id: exampleBatch.id,
  accepted: 2,
  skipped: 0,
  rejected: [],
  credits_reserved: 2,
} satisfies z.input<typeof batchCreated>
