import { AppError } from '../../base/errors.ts'
import { mediaTypeOf } from '../../base/media-type.ts'
import { parseForeignJson } from '../../base/text/parse-in-pieces.ts'
import { parseJson } from '../../base/text/parse-json.ts'
import { decodeText } from '../../pages/charset.ts'
import type { ItemWork } from '../../workflows/engine/item-work.ts'
import type { HttpAnswer, HttpRequest } from '../../workflows/node-type.ts'
import type { Services } from '../services.ts'

/** Sends the request of a node, protected by the guard. */
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
  const { status, contentType } = page
  return { status, headers: page.headers, body: await bodyOf(text, new URL(page.url).host, contentType) }
}

/**
 * Returns a body as parsed JSON, or as text if it is not JSON. Throws `page_too_large` if the JSON exceeds the limits of a
 * request body.
 */
async function bodyOf(text: string, host: string, contentType: string | null): Promise<unknown> {
  try {
    const isListOrObject = /^\s*[[{]/.test(text)
    return isListOrObject ? await parseForeignJson(Buffer.from(text)) : parseJson(text)
  } catch (error) {
    if (!(error instanceof AppError && mediaTypeOf(contentType)?.essence.endsWith('json'))) return text
    throw tooMuchJson(host, error)
  }
}

const tooMuchJson = (host: string, cause: AppError) =>
  new AppError('page_too_large', `The JSON that ${host} answered with cannot be read. ${cause.message}`, {
    hint: 'Ask the address for less at once, such as one page of a list.',
    cause,
  })

/**
 * Enqueues the delivery of an item to webhooks. Call it inside a transaction. Throws 409 if the named webhook cannot receive
 * it.
 */
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
    hint: `${isOff ? 'Switch it on' : 'Restore it within 7 days'}, or name another.`,
  })
