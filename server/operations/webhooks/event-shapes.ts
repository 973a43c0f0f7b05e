import { z } from 'zod'
import { namedObject } from '../../base/fields/schema-names.ts'
import { type EventType, TEST_EVENT } from '../../store/webhooks/event.ts'
import { batchShape } from '../batches/shapes.ts'
import { cronRunShape } from '../crons/body.ts'
import { changeShape } from '../databases/body.ts'
import { time } from '../fields.ts'
import { jobShape } from '../jobs/shapes.ts'
import { degradedField } from '../parsers/stats.ts'
import { sessionRecord } from '../sessions/body.ts'
import { runShape } from '../workflows/run-shapes.ts'

const used = z.int().describe('Captured, for what succeeded.')

const jobEnded = namedObject('JobEnded', {
  job_id: z.string(),
  ...jobShape.pick({
    type: true,
    parser_id: true,
    api_id: true,
    batch_id: true,
    index: true,
    custom_id: true,
    database_id: true,
    rows: true,
  }).shape,
  error: jobShape.shape.error.describe('Why it has no result.'),
  credits_used: used,
})

const batchEnded = namedObject('BatchEnded', {
  batch_id: z.string(),
  batch_name: z.string().nullable(),
  ...batchShape.pick({ counts: true, database_id: true }).shape,
  credits_used: used,
})

const runEnded = namedObject('WorkflowRunEnded', {
  run_id: z.string(),
  ...runShape.pick({ workflow_id: true, workflow_name: true, workflow_version: true }).shape,
  trigger: runShape.shape.trigger.shape.type,
  cron_id: z.string().nullable().describe('The cron that started it.'),
  ...runShape.pick({ parent_run_id: true, items_failed: true, error: true }).shape,
  credits_used: used,
})

const skippedRun = z.object({
  cron_id: z.string(),
  cron_name: z.string(),
  cron_run_id: z.string(),
  scheduled_for: cronRunShape.shape.scheduled_for,
  reason: cronRunShape.shape.reason.unwrap().describe('Why it was skipped.'),
  message: z.string().describe('The reason, in a sentence.'),
  until: time.optional().describe('The last of several ticks that were skipped together.'),
})

const pausedCron = z.object({
  cron_id: z.string(),
  cron_name: z.string(),
  reason: z.string(),
  failures: z.int().describe('How many runs in a row have failed.'),
})

const sentItem = z.object({
  run_id: z.string(),
  ...runShape.pick({ workflow_id: true, workflow_name: true }).shape,
  node_id: z.string().describe('The node that sends it.'),
  index: z.int().describe('Its place among the items that reached the node.'),
  item: z.unknown(),
})

const rowsChanged = z.object({
  database_id: z.string(),
  database_name: z.string(),
  job_id: z.string().nullable(),
  batch_id: z.string().nullable(),
  run_id: z.string().nullable(),
  counts: z.object({ added: z.int(), changed: z.int(), returned: z.int(), removed: z.int() }),
  cursor: z.string().describe('The position in the change feed before the first change.'),
  changes: z.array(changeShape).describe('The first: 100 at most, and about 256 KB.'),
  next: z.string().nullable().describe('Where the change feed continues; null if there are no more.'),
})

const degradedParser = z.object({ parser_id: z.string(), fields: z.array(degradedField) })

const expiredSession = z.object({
  session_id: z.string(),
  ...sessionRecord.pick({ name: true, hosts: true, login_url: true }).shape,
})

const lowCredits = z.object({
  balance: z.int(),
  limit: z.int().describe('The balance fell below it.'),
})

/** The shape of the `data` of each event. */
const EVENT_DATA: Record<EventType | typeof TEST_EVENT, z.ZodType> = {
  'job.completed': jobEnded,
  'job.failed': jobEnded,
  'job.cancelled': jobEnded,
  'batch.completed': batchEnded,
  'batch.failed': batchEnded,
  'batch.cancelled': batchEnded,
  'cron.run.skipped': skippedRun,
  'cron.paused': pausedCron,
  'workflow_run.completed': runEnded,
  'workflow_run.failed': runEnded,
  'workflow_run.cancelled': runEnded,
  'workflow_run.item': sentItem,
  'database.rows.changed': rowsChanged,
  'parser.health.degraded': degradedParser,
  'session.expired': expiredSession,
  'credits.low': lowCredits,
  [TEST_EVENT]: z.object({ webhook_id: z.string() }),
}

const eventShape = (type: string, data: z.ZodType) =>
  z.object({
    id: z.string().describe('The same each time that the event is sent.'),
    type: z.literal(type),
    created_at: time,
    account_id: z.string(),
    data,
  })

/** The shape of each event in the form that webhooks receive, by type. */
export const EVENT_SHAPES = Object.fromEntries(
  Object.entries(EVENT_DATA).map(([type, data]) => [type, eventShape(type, data)]),
)
