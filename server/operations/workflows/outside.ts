import { AppError } from '../../base/errors.ts'
import { decodeText } from '../../pages/charset.ts'
import type { ItemWork } from '../../workflows/engine/item-work.ts'
import type { HttpAnswer, HttpRequest } from '../../workflows/node-type.ts'
import type { Services } from '../services.ts'

/** Sends a node's request through the guard. */
export async function sendRequest(
  { fetcher }: Services,
  { method, url, headers, secret_headers, body }: HttpRequest,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const isText = typeof body === 'string'
  const page = await fetcher.fetch({
    method,
    url,
    headers: {
      accept: 'application/json, */*',
      ...(body !== undefined && !isText && { 'content-type': 'application/json' }),
      'idempotency-key': idempotencyKey,
      ...headers,
    },
    secretHeaders: secret_headers,
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    signal,
  })
  const text = decodeText(page.bytes, page.contentType)
  return { status: page.status, headers: page.headers, body: asJson(text) ?? text }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** For use inside a transaction: has an item delivered to webhooks. Throws 409 where the named one cannot have it. */
export function emitItem(
  { store, now }: Services,
  { run, items }: ItemWork,
  webhookId: string | null,
  item: unknown,
) {
  const { account_id, id, workflow_id, workflow_name } = run.row
  const webhook = webhookId === null ? null : store.webhooks.read(account_id, webhookId)
  if (webhookId !== null && !webhook?.enabled) throw noWebhook(webhook !== null)
  const { node, idx } = items[0]!
  const data = { run_id: id, workflow_id, workflow_name, node_id: node, index: idx, item }
  store.events.enqueue(account_id, 'workflow_run.item', data, now(), { also: webhookId })
}

const noWebhook = (isOff: boolean) =>
  new AppError('conflict', isOff ? 'The webhook is switched off.' : 'The webhook was deleted.', {
    field: 'webhook_id',
    hint: 'Switch it on, or name another.',
  })
