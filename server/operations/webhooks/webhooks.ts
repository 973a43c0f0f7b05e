import { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import { DELIVERY_STATES, type Delivery } from '../../store/webhooks/deliveries.ts'
import type { WebhookDocument, WebhookRecord } from '../../store/webhooks/webhooks.ts'
import { newSecret } from '../../webhooks/sign.ts'
import { refuseWhereNeeded } from '../dependants.ts'
import { idField, pageFields, pageShape } from '../fields.ts'
import { accountOf, defineOperation } from '../operation.ts'
import { found, type ResourceStore, resource } from '../resource.ts'
import type { Services } from '../services.ts'
import { stateFilter } from '../states.ts'
import { READS } from '../tool-hints.ts'
import {
  deliveryShape,
  exampleDelivery,
  exampleWebhook,
  exampleWebhookBody,
  webhookBody,
  webhookRecord,
} from './body.ts'

type ShownWebhook = WebhookRecord & { secret: string | null }

const shown = (record: WebhookRecord): ShownWebhook => ({ ...record, secret: null })
const shownOrNull = (record: WebhookRecord | null) => record && shown(record)

/** Maximum number of webhooks of an account. Each event is delivered to all that subscribe to it. */
export const MAX_WEBHOOKS = 100

/** Throws 409 if an account has the maximum number of webhooks. */
function assertUnderLimit(count: number): void {
  if (count < MAX_WEBHOOKS) return
  throw new AppError('conflict', `This account has ${count} webhooks, the maximum.`, {
    extra: { limit: MAX_WEBHOOKS },
    hint: 'Delete one that is no longer needed; one webhook may ask for many events.',
  })
}

/** The webhook records. Only the answer that creates a webhook contains its secret. */
export function webhookRecords({ store, webhookSender, now }: Services) {
  const { webhooks } = store
  return {
    async list(accountId, query) {
      const page = await webhooks.list(accountId, query)
      return { ...page, data: page.data.map(shown) }
    },
    count: webhooks.count,
    find: async (accountId, id) => shownOrNull(await webhooks.find(accountId, id)),
    async create(accountId, body, write) {
      webhookSender.check(body.url)
      assertUnderLimit(webhooks.countAll(accountId))
      const secret = newSecret()
      const created = webhooks.create(accountId, newId('whk', now()), secret, body, now())
      write(() => {
        assertUnderLimit(webhooks.countAll(accountId))
        created.write()
      })
      return { ...created.record, secret }
    },
    async replace(accountId, id, body, expected) {
      webhookSender.check(body.url)
      const replaced = await webhooks.replace(accountId, id, body, now(), expected)
      webhookSender.wake()
      return replaced === 'stale' ? replaced : shownOrNull(replaced)
    },
    async remove(accountId, id, expected) {
      const check = await refuseWhereNeeded(store, accountId, { noun: 'webhook', id })
      return webhooks.remove(accountId, id, now(), { expected, check })
    },
    async restore(accountId, id) {
      const restored = await webhooks.restore(accountId, id, now(), () =>
        assertUnderLimit(webhooks.countAll(accountId)),
      )
      webhookSender.wake()
      return shownOrNull(restored)
    },
  } satisfies ResourceStore<WebhookDocument, ShownWebhook>
}

/** Operations for webhook records, their deliveries, tests and resending. */
export function webhookOperations(services: Services) {
  const { store, webhookSender } = services
  const id = { id: idField('webhook') }
  const own = async (input: { id: string }, { account }: { account: { id: string } }) =>
    found(await store.webhooks.find(account.id, input.id))
  const delivery = async (webhookId: string, deliveryId: string): Promise<Delivery> =>
    found(await store.deliveries.find(webhookId, deliveryId))

  const records = resource({
    noun: 'webhook',
    plural: 'webhooks',
    body: webhookBody,
    record: webhookRecord,
    example: { body: exampleWebhookBody, record: exampleWebhook },
    store: webhookRecords(services),
    searched: 'address, description or id',
    listTool: {
      name: 'webhook_list',
      group: 'webhooks',
      hints: READS,
      description: 'The user creates them in Winnow’s app, which shows the secret of each once.',
    },
  })

  const deliveries = defineOperation({
    id: 'webhook-deliveries',
    group: 'webhooks',
    summary:
      'What was sent to a webhook, or is waiting to be sent, newest first; kept for 30 days unless the settings say otherwise.',
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries',
    access: 'read',
    input: z.strictObject({
      ...id,
      ...pageFields,
      state: stateFilter(DELIVERY_STATES, 'deliveries'),
    }),
    output: pageShape(deliveryShape),
    example: {
      input: { id: exampleWebhook.id },
      output: { data: [exampleDelivery], has_more: false, next_cursor: null },
    },
    answer: 'value',
    faces: { tool: { name: 'webhook_deliveries', group: 'webhooks', hints: READS } },
    own,
    run: ({ id, ...query }) => store.deliveries.list(id, query),
  })

  const test = defineOperation({
    id: 'webhook-test',
    group: 'webhooks',
    summary: 'Send a webhook an event `webhook.test`, once and at once, and report the outcome.',
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    access: 'manage',
    input: z.strictObject(id),
    output: deliveryShape,
    example: { input: { id: exampleWebhook.id }, output: exampleDelivery },
    answer: 'value',
    own,
    run: async ({ id }, context) => delivery(id, await webhookSender.test(accountOf(context), id)),
  })

  const resend = defineOperation({
    id: 'webhook-resend',
    group: 'webhooks',
    summary: 'Send the event of a delivery again, as a delivery of its own.',
    method: 'POST',
    path: '/v1/webhooks/{id}/deliveries/{delivery_id}/resend',
    access: 'manage',
    input: z.strictObject({ ...id, delivery_id: idField('delivery', 'id') }),
    output: deliveryShape,
    example: { input: { id: exampleWebhook.id, delivery_id: exampleDelivery.id }, output: exampleDelivery },
    answer: 'value',
    once: true,
    own,
    async run({ id, delivery_id }) {
      const { event } = await delivery(id, delivery_id)
      return delivery(id, await webhookSender.resend(id, event))
    },
  })
  return [...records, deliveries, test, resend] as const
}
