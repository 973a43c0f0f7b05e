import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import { call, type InputOf, type OutputOf } from '../../lib/service/client.ts'
import { RESTORE_HINT, useUndoableDeletion } from '../../ui/actions/use-undoable-deletion.ts'
import type { SearchValues } from '../../ui/lists/searched-rows.tsx'

export type Webhook = OutputOf<'webhook-get'>
export type WebhookBody = InputOf<'webhook-create'>

/** Returns the editable part of a saved webhook. */
export function bodyOf(webhook: Webhook): WebhookBody {
  const { id, version, secret, failing_since, created_at, updated_at, ...body } = webhook
  return body
}
export type Delivery = OutputOf<'webhook-deliveries'>['data'][number]

/** The filters of deliveries. */
export const DELIVERY_FILTERS = ['state'] as const
export type DeliveryFilterValues = Pick<InputOf<'webhook-deliveries'>, (typeof DELIVERY_FILTERS)[number]>

const PAGE_SIZE = 100
/** The query for the webhooks of an account, newest first, page by page. */
export const webhooksQuery = (account: string, search: SearchValues) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', account, 'list', search],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        'webhook-list',
        { limit: PAGE_SIZE, ...search, ...(cursor ? { cursor } : { count: true }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

export const webhookQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: ['webhooks', account, id],
    queryFn: ({ signal }) => call('webhook-get', { id }, { signal }),
  })

/** The query for the deliveries of a webhook, newest first. */
export const deliveriesQuery = (account: string, id: string, filters: DeliveryFilterValues) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', account, id, 'deliveries', filters],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        'webhook-deliveries',
        { id, limit: PAGE_SIZE, ...filters, ...(cursor && { cursor }) },
        {
          signal,
        },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

/** Mutations that change webhooks or send to them. Each invalidates the queries that it makes stale. */
export function useWebhookActions() {
  const queries = useQueryClient()
  const account = useAccount()
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['webhooks', account] })
  const create = useMutation({ mutationFn: (body: WebhookBody) => call('webhook-create', body), onSuccess })
  const replace = useMutation({
    mutationFn: ({ id, version, body }: { id: string; version: number; body: WebhookBody }) =>
      call('webhook-replace', { id, ...body }, { headers: { 'if-match': `"${version}"` } }),
    onSuccess,
  })
  const remove = useUndoableDeletion({
    of: ['webhooks', account],
    remove: ({ id }: Webhook) => call('webhook-delete', { id }),
    restore: ({ id }) => call('webhook-restore', { id }),
    notice: ({ url }) => `The webhook to ${url} was deleted. ${RESTORE_HINT}`,
  })
  const test = useMutation({ mutationFn: (id: string) => call('webhook-test', { id }), onSuccess })
  const resend = useMutation({
    mutationFn: (which: { id: string; delivery_id: string }) => call('webhook-resend', which),
    onSuccess,
  })
  return { create, replace, remove, test, resend }
}
