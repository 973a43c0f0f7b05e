import { z } from 'zod'
import { labelled } from '../../base/fields/labelled.ts'
import { namedObject, schemaNames } from '../../base/fields/schema-names.ts'
import { DELIVERY_STATES } from '../../store/webhooks/deliveries.ts'
import { EVENT_TYPES, type EventType } from '../../store/webhooks/event.ts'
import { groupOf, ROW_CHANGES, type RowChanges } from '../../store/webhooks/events.ts'
import { exampleChange } from '../databases/examples.ts'
import { time } from '../fields.ts'
import { stateShape } from '../states.ts'

const GROUPS = [...new Set(EVENT_TYPES.map(groupOf))]

/** What each event says, in a few words. */
export const EVENT_LABELS: Record<EventType, string> = {
  'job.completed': 'Job completed',
  'job.failed': 'Job failed',
  'job.cancelled': 'Job cancelled',
  'batch.completed': 'Batch completed',
  'batch.failed': 'Batch failed',
  'batch.cancelled': 'Batch cancelled',
  'cron.run.skipped': 'Cron skipped a run',
  'cron.paused': 'Cron paused',
  'workflow_run.completed': 'Workflow run completed',
  'workflow_run.failed': 'Workflow run failed',
  'workflow_run.cancelled': 'Workflow run cancelled',
  'workflow_run.item': 'Workflow sent an item',
  'database.rows.changed': 'Rows of a database changed',
  'parser.health.degraded': 'Parser fills a field less often',
  'session.expired': 'Session expired',
  'credits.low': 'Credits are low',
}

const GROUP_LABELS: Record<string, string> = {
  'job.*': 'All events of jobs',
  'batch.*': 'All events of batches',
  'cron.*': 'All events of crons',
  'workflow_run.*': 'All events of workflow runs',
  'database.*': 'All events of databases',
  'parser.*': 'All events of parsers',
  'session.*': 'All events of sessions',
  'credits.*': 'All events of credits',
}

const event = z
  .enum([...EVENT_TYPES, ...GROUPS])
  .meta(labelled({ ...EVENT_LABELS, ...GROUP_LABELS }))
  .register(schemaNames, { id: 'WebhookEvent' })

/** The fields of a webhook that its owner sets. */
export const webhookBody = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .describe('Where events are posted to. Hosts of the local network must be allowed first.')
    .meta({ title: 'Address' }),
  events: z
    .array(event)
    .min(1)
    .max(50)
    .describe('Types of events; `job.*` is all of a group.')
    .meta({ title: 'Events' }),
  row_changes: z
    .enum(ROW_CHANGES)
    .default('digest')
    .describe(
      'How `database.rows.changed` is sent: `digest`, once for all that a batch, run, job or call has changed in a database; `each`, for every write of a batch or run.',
    )
    .meta({
      title: 'Row changes',
      ...labelled<RowChanges>({
        digest: 'One event per batch, run or job',
        each: 'One event per write',
      }),
    }),
  description: z.string().max(2_000).default('').describe('What it is for.').meta({ title: 'Description' }),
  enabled: z.boolean().default(true).describe('Whether events are sent.').meta({ title: 'Enabled' }),
})

/** The shape of a webhook in answers. */
export const webhookRecord = z.object({
  id: z.string(),
  ...webhookBody.shape,
  secret: z.string().nullable().describe('Signs what is sent. Shown once, when the webhook is created.'),
  failing_since: time
    .nullable()
    .describe('When deliveries began to fail; null once one has succeeded, or it is disabled.'),
  version: z.int().describe('Increases with every change.'),
  created_at: time,
  updated_at: time,
})

const attempt = namedObject('DeliveryAttempt', {
  at: time,
  status: z.int().nullable().describe('What the receiver answered.'),
  error: z.string().nullable().describe('Why there was no answer.'),
  ms: z.int(),
})

export const deliveryShape = namedObject('Delivery', {
  id: z.string(),
  state: stateShape(DELIVERY_STATES),
  event: z.object({
    id: z.string(),
    type: z.string(),
    created_at: time,
    account_id: z.string(),
    data: z.record(z.string(), z.unknown()),
  }),
  attempts: z.array(attempt),
  next_attempt_at: time.nullable(),
  created_at: time,
})

const at = '2026-01-15T09:30:00.000Z'

export const exampleWebhookBody = {
  url: 'https://example.com/winnow',
  events: ['database.rows.changed', 'job.*'],
} satisfies z.input<typeof webhookBody>

export const exampleWebhook = {
  id: 'whk_01KF0K2M4P6R8T0V2X4Z6B8D0F',
  ...exampleWebhookBody,
  row_changes: 'digest',
  description: '',
  enabled: true,
  secret: null,
  failing_since: null,
  version: 1,
  created_at: at,
  updated_at: at,
} satisfies z.input<typeof webhookRecord>

export const exampleDelivery = {
  id: 'dlv_01KF0K3A5C7E9G1J3K5M7P9R1T',
  state: 'delivered',
  event: {
    id: 'evt_01KF0K3A5B6D8F0H2J4K6M8P0R',
    type: 'database.rows.changed',
    created_at: at,
    account_id: 'acc_01KF0H5A1C3E5G7J9L2N4Q6S8U',
    data: {
      database_id: 'db_01KF0J2M4P6R8T0V2X4Z6B8D0F',
      database_name: 'Kettles',
      job_id: null,
      batch_id: 'bat_01KF0J2M4P6R8T0V2X4Z6B8D0F',
      run_id: null,
      counts: { added: 0, changed: 1, returned: 0, removed: 0 },
      cursor: 'NDEg',
      changes: [exampleChange],
      next: null,
    },
  },
  attempts: [{ at, status: 204, error: null, ms: 87 }],
  next_attempt_at: null,
  created_at: at,
} satisfies z.input<typeof deliveryShape>
