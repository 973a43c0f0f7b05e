import { EVENT_LABELS } from '../operations/webhooks/body.ts'
import type { EventType } from '../store/webhooks/event.ts'
import type { JsonSchema } from './json-schema.ts'

export { EVENT_SHAPES } from '../operations/webhooks/event-shapes.ts'

const header = (name: string, description: string, schema: object = { type: 'string' }) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
})

const HEADERS = [
  header('X-Winnow-Delivery', 'Id of the delivery in the log of the webhook.'),
  header('X-Winnow-Timestamp', 'When it was sent, in seconds.', { type: 'integer' }),
  header(
    'X-Winnow-Signature',
    '`sha256=` and the HMAC-SHA256, in hex, of the timestamp, a dot and the raw body, with the secret of the webhook.',
  ),
]

const RESPONSES = {
  '2XX': { description: 'Received. Any other answer is a failure, after which the event is sent again.' },
  '410': { description: 'Disables the webhook.' },
}

/** Describes the requests that webhooks receive, from the schemas of the events by type. */
export const webhooksOf = (events: Record<string, JsonSchema>) =>
  Object.fromEntries(
    Object.entries(events).map(([type, schema]) => [
      type,
      {
        post: {
          tags: ['webhooks'],
          summary: EVENT_LABELS[type as EventType] ?? 'A test of the webhook',
          security: [],
          parameters: HEADERS,
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: RESPONSES,
        },
      },
    ]),
  )
