import { z } from 'zod'
import { idField } from '../../base/fields/id-field.ts'
import { expression } from '../expressions/expression-field.ts'
import { itemNode } from '../node-type.ts'

export const webhook = itemNode({
  type: 'webhook',
  group: 'outside',
  title: 'Webhook',
  summary: 'Sends each item, signed, as the event `workflow_run.item`, and lets it pass.',
  config: z.strictObject({
    webhook_id: idField('webhook')
      .optional()
      .describe('The webhook that gets it, in addition to those that ask for this event.')
      .meta({ title: 'Webhook' }),
    data: expression('Content', 'What is sent, where that is not the item itself.').optional(),
  }),
  branches: ['out'],
  isEffect: true,
  run:
    ({ item, config: { webhook_id = null, data = item } }, context) =>
    () => {
      context.emitWebhook(webhook_id, data)
      return [{ value: item }]
    },
})
