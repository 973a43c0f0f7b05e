import { z } from 'zod'
import { groupDigits } from '../../base/counted.ts'
import { cronRunShape, exampleCron } from '../../operations/crons/body.ts'
import { shownCron } from '../../operations/crons/records.ts'
import { exampleDatabase } from '../../operations/databases/examples.ts'
import { idField, time } from '../../operations/fields.ts'
import { defineOperation } from '../../operations/operation.ts'
import { exampleParser } from '../../operations/parsers/examples.ts'
import { found } from '../../operations/resource.ts'
import { exampleWebhook } from '../../operations/webhooks/body.ts'
import { MAX_WEBHOOKS } from '../../operations/webhooks/webhooks.ts'
import type { CronRecord } from '../../store/crons/crons.ts'
import { MAX_SUMMARIZED } from '../../store/databases/change-summary.ts'
import type { DatabaseRecord } from '../../store/databases/databases.ts'
import { groupOf } from '../../store/webhooks/events.ts'
import { accountField } from '../accounts/accounts.ts'
import { type AdminServices, accountNamed } from '../services.ts'

/** Most sources of each kind that are shown. */
const MAX_SOURCES_PER_KIND = 20

/** Event names for which a webhook is notified of changed rows. */
const ASKED = ['database.rows.changed', groupOf('database.rows.changed')]

const count = z.int()

const runShape = z.object({
  id: z.string().describe('The job, batch or workflow run.'),
  state: cronRunShape.shape.state.or(z.literal('pending')),
  message: z.string().nullable().describe('Why it failed or was skipped.'),
  started_at: time.nullable(),
  credits: count,
  changes: z
    .object({ added: count, changed: count, removed: count, returned: count })
    .nullable()
    .describe(
      `What was changed in the database since it began, among the newest ${groupDigits(MAX_SUMMARIZED)}; null where no history is kept.`,
    ),
})

const sourceShape = z.object({
  kind: z.enum(['cron', 'workflow', 'job', 'batch']),
  id: z.string(),
  name: z.string().nullable(),
  parser_id: z.string().nullable(),
  api_id: z.string().nullable(),
  schedule: z
    .object({
      reading: z.string().describe('In plain words.'),
      timezone: z.string(),
      enabled: z.boolean(),
      paused_reason: z.string().nullable(),
      next_run_at: time.nullable(),
    })
    .nullable()
    .describe('Of a cron.'),
  last_run: runShape.nullable(),
})

type RowSource = z.input<typeof sourceShape>
type SourceRun = z.input<typeof runShape>

/** The sources of the rows of a database. */
export function rowSourceOperations(services: AdminServices) {
  const { store } = services

  const sources = defineOperation({
    id: 'database-sources',
    group: 'admin',
    summary:
      'What fills a database: crons, workflows, and jobs and batches that run or ran last; and who is notified.',
    method: 'GET',
    path: '/admin/databases/{id}/sources',
    access: 'admin',
    input: z.strictObject({ id: idField('database'), account: accountField }),
    output: z.object({
      sources: z.array(sourceShape),
      webhooks: z
        .array(z.object({ id: z.string(), url: z.string() }))
        .describe('Webhooks that are notified of changed rows.'),
    }),
    example: {
      input: { id: exampleDatabase.id },
      output: {
        sources: [
          {
            kind: 'cron',
            id: exampleCron.id,
            name: exampleCron.name,
            parser_id: exampleParser.id,
            api_id: null,
            schedule: {
              reading: exampleCron.reading,
              timezone: exampleCron.timezone,
              enabled: true,
              paused_reason: null,
              next_run_at: exampleCron.next_run_at,
            },
            last_run: null,
          },
        ],
        webhooks: [{ id: exampleWebhook.id, url: exampleWebhook.url }],
      },
    },
    answer: 'value',
    async run({ id, account: name }) {
      const account = await accountNamed(services, name)
      const database = found(await store.databases.find(account.id, id))
      const crons = await cronsOf(services, account.id, database)
      return {
        sources: [
          ...crons,
          ...(await workflowsOf(services, account.id, database)),
          ...(await singleRunsOf(services, account.id, database)),
        ],
        webhooks: await webhooksOf(services, account.id),
      }
    },
  })
  return [sources] as const
}

async function webhooksOf({ store }: AdminServices, accountId: string) {
  const { data } = await store.webhooks.list(accountId, { limit: MAX_WEBHOOKS })
  return data
    .filter(({ enabled, events }) => enabled && ASKED.some(type => events.includes(type)))
    .map(({ id, url }) => ({ id, url }))
}

/** Returns the number of changes since a run began. Null before the run, and if the database keeps no history. */
const changesSince = async (
  { store }: AdminServices,
  { id, track_history }: DatabaseRecord,
  startedAt: string | null,
) =>
  track_history && startedAt !== null
    ? (await store.databaseChanges.count(id, Date.parse(startedAt))).counts
    : null

async function cronsOf(services: AdminServices, accountId: string, database: DatabaseRecord) {
  const ids = await services.store.crons.naming(accountId, database.id, MAX_SOURCES_PER_KIND)
  const crons = await Promise.all(ids.map(id => services.store.crons.find(accountId, id)))
  const fillingCrons = crons.filter(cron => cron?.target.database_id === database.id) as CronRecord[]
  return Promise.all(fillingCrons.map(cron => cronSource(services, database, cron)))
}

async function cronSource(
  services: AdminServices,
  database: DatabaseRecord,
  cron: CronRecord,
): Promise<RowSource> {
  const { id, name, reading, timezone, enabled, paused_reason, next_run_at, last_run } = shownCron(cron)
  return {
    kind: 'cron',
    id,
    name,
    ...targetIn(cron),
    schedule: { reading, timezone, enabled, paused_reason, next_run_at },
    last_run: last_run && {
      id: last_run.job_id ?? last_run.batch_id ?? last_run.run_id ?? last_run.id,
      state: last_run.state,
      message: last_run.message,
      started_at: last_run.started_at,
      credits: last_run.credits.used,
      changes: await changesSince(services, database, last_run.started_at),
    },
  }
}

/** Returns the parser or API that a cron runs, directly or in a batch that it creates. */
function targetIn({ target: { type, id, input } }: CronRecord): Pick<RowSource, 'parser_id' | 'api_id'> {
  const { target } = input as { target?: { parser_id?: string; api_id?: string } }
  return {
    parser_id: type === 'parser' ? id : (target?.parser_id ?? null),
    api_id: type === 'api' ? id : (target?.api_id ?? null),
  }
}

async function workflowsOf(
  { store }: AdminServices,
  accountId: string,
  { id }: DatabaseRecord,
): Promise<RowSource[]> {
  const ids = await store.workflows.naming(accountId, id, MAX_SOURCES_PER_KIND)
  const workflows = await Promise.all(ids.map(one => store.workflows.find(accountId, one)))
  return workflows.flatMap(workflow =>
    workflow
      ? {
          kind: 'workflow',
          id: workflow.id,
          name: workflow.name,
          parser_id: null,
          api_id: null,
          schedule: null,
          last_run: null,
        }
      : [],
  )
}

/** Returns jobs and batches that were not started by a schedule: those in progress, and the one that last changed a row. */
async function singleRunsOf(
  services: AdminServices,
  accountId: string,
  database: DatabaseRecord,
): Promise<RowSource[]> {
  const { store } = services
  const open = store.jobs.openOfDatabase(accountId, database.id, MAX_SOURCES_PER_KIND)
  const [newest] = (await store.databaseChanges.newest(database.id, { limit: 1 })).data
  const last = newest?.source.job_id ? await store.jobs.find(accountId, newest.source.job_id) : null
  const ids = new Set([...open, ...(last ? [last.batch_id ?? last.id] : [])])
  const found = await Promise.all([...ids].map(id => singleRun(services, accountId, database, id)))
  return found.filter(source => source !== null)
}

async function singleRun(
  services: AdminServices,
  accountId: string,
  database: DatabaseRecord,
  id: string,
): Promise<RowSource | null> {
  const { store } = services
  const batch = id.startsWith('bat_') ? await store.batches.find(accountId, id) : null
  const job = batch ? null : await store.jobs.find(accountId, id)
  const one = batch ?? job
  if (!one || one.cron_id !== null) return null
  const startedAt = batch ? batch.created_at : job!.started_at
  const last_run: SourceRun = {
    id,
    state: one.state,
    message: job?.error?.message ?? null,
    started_at: startedAt,
    credits: one.credits.used,
    changes: await changesSince(services, database, startedAt),
  }
  return {
    kind: batch ? 'batch' : 'job',
    id,
    name: batch?.name ?? null,
    parser_id: batch ? (batch.target.parser_id ?? null) : job!.parser_id,
    api_id: batch ? (batch.target.api_id ?? null) : job!.api_id,
    schedule: null,
    last_run,
  }
}
