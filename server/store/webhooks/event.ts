import { newId } from '../../base/ids.ts'
import { iso } from '../../base/times.ts'

/** All types of events, by group. A webhook asks for single types or for all of a group (`group.*`). */
export const EVENT_TYPES = [
  'job.completed',
  'job.failed',
  'job.cancelled',
  'batch.completed',
  'batch.failed',
  'batch.cancelled',
  'cron.run.skipped',
  'cron.paused',
  'workflow_run.completed',
  'workflow_run.failed',
  'workflow_run.cancelled',
  'workflow_run.item',
  'database.rows.changed',
  'parser.health.degraded',
  'session.expired',
  'credits.low',
] as const

export type EventType = (typeof EVENT_TYPES)[number]

/** The type of the event that the test of a webhook sends. */
export const TEST_EVENT = 'webhook.test'

/** Something that happened, in the form that webhooks receive. */
export interface Event {
  id: string
  type: EventType | typeof TEST_EVENT
  created_at: string
  account_id: string
  data: Record<string, unknown>
}

export const newEvent = (
  accountId: string,
  type: Event['type'],
  data: Event['data'],
  now: number,
): Event => ({
  id: newId('evt', now),
  type,
  created_at: iso(now),
  account_id: accountId,
  data,
})
