import { AppError } from '../../base/errors.ts'
import { assertRunScope, newCron } from '../crons/records.ts'
import { checkWork } from '../crons/work.ts'
import { databaseRecords } from '../databases/records.ts'
import { fieldBelow } from '../jobs/targets.ts'
import { accountOf, type Context, defineOperation } from '../operation.ts'
import type { Services } from '../services.ts'
import { webhookRecords } from '../webhooks/webhooks.ts'
import { type CollectBody, collectBody, collected, exampleCollect } from './body.ts'
import { intoDatabase } from './into-database.ts'
import { runnableTarget } from './new-parser.ts'
import { startNow } from './start-now.ts'

/** `POST /v1/collect`: sets up a database, the work that fills it and its webhook in one call. */
export function collectOperations(known: Services) {
  const collect = defineOperation({
    id: 'collect',
    group: 'databases',
    summary:
      'Set up what fills a database: the database, a parser, a cron or one run, and a webhook, all of it or nothing.',
    description:
      'It is not a record of its own: each part is what its own operation creates, and is changed and deleted there. A run right away sets its credits aside, as a job or a batch does. The key needs the scope `run` too.',
    method: 'POST',
    path: '/v1/collect',
    access: 'manage',
    input: collectBody,
    output: collected,
    example: exampleCollect,
    answer: 'value',
    once: true,
    spends: true,
    own: async (_input, caller) => assertRunScope(caller),
    async run(input, context) {
      assertCombination(input)
      const { services, target, write } = runnableTarget(known, accountOf(context), input)
      const body = { ...input, target }
      await assertCanRun(services, context, body)
      const writes = [write]
      const sharedContext = { ...context, write: (work: () => void) => void writes.push(work) }
      const database_id = await databaseOf(services, sharedContext, body)
      const webhook = body.webhook
        ? await below('webhook', () => newWebhook(services, sharedContext, body.webhook!))
        : null
      const cron_id = body.cron ? await newCronFor(services, sharedContext, body, database_id) : null
      const started = body.cron
        ? { job_id: null, batch_id: null }
        : await startNow(services, sharedContext, body.target, { database_id, name: body.database?.name })
      context.write(() => {
        for (const write of writes) write()
      })
      return { database_id, cron_id, ...started, webhook }
    },
  })
  return [collect] as const
}

function assertCombination({ target, database, into }: CollectBody): void {
  if ((database === undefined) === (into === undefined))
    throw new AppError('invalid_input', 'Name one database: a new one, or an existing one.', {
      field: database ? 'into' : 'database',
      hint: 'Give either `database` or `into`.',
    })
  if (target.type === 'workflow')
    throw new AppError('invalid_input', 'A workflow writes its rows by a node of its own.', {
      field: 'target.type',
      hint: 'Add the node “Write rows” to the workflow, and run it with a cron.',
    })
}

/** Throws if the target could not run, now or on a schedule. */
const assertCanRun = (services: Services, context: Context, { target }: CollectBody) =>
  checkWork(services, context.caller!, { target: { ...target, database_id: null } })

async function databaseOf(
  services: Services,
  context: Context,
  { database, into, parser, target }: CollectBody,
) {
  if (into) return below('into', () => intoDatabase(services, context, into))
  const records = databaseRecords(services.store, services.now)
  const body = { ...database!, ...(parser && { from_parser: target.id }) }
  const created = await below('database', () => records.create(accountOf(context), body, context.write))
  return created.id
}

async function newWebhook(
  services: Services,
  context: Context,
  webhook: NonNullable<CollectBody['webhook']>,
): Promise<{ id: string; secret: string }> {
  const body = { ...webhook, events: ['database.rows.changed'] }
  const { id, secret } = await webhookRecords(services).create(accountOf(context), body, context.write)
  return { id, secret }
}

async function newCronFor(
  services: Services,
  context: Context,
  { cron, target }: CollectBody,
  databaseId: string,
): Promise<string> {
  const body = { ...cron!, target: { ...target, database_id: null } }
  const created = await newCron(services, body, context.caller!, databaseId).catch(error => {
    throw isOfField(error) ? fieldBelow('cron', error) : error
  })
  context.write(created.write)
  return created.record.id
}

const isOfField = (error: unknown) => error instanceof AppError && error.facts.field !== undefined

const below = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw fieldBelow(path, error)
  }
}
