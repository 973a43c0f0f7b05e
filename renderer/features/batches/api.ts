import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { MASK } from '../../../server/base/mask.ts'
import { secretValues } from '../../lib/account-variables.ts'
import { currentAccount, useAccount } from '../../lib/service/account.ts'
import { failedCall } from '../../lib/service/call-error.ts'
import { call, exchange, type InputOf, type OutputOf } from '../../lib/service/client.ts'
import { useDeletion } from '../../lib/service/deletion.ts'
import { shownValues } from '../../lib/variables.ts'
import type { Mapping } from '../../ui/import/column-map.tsx'
import type { Batch } from '../../ui/jobs/records.ts'
import type { SearchValues } from '../../ui/lists/searched-rows.tsx'
import { fillItems } from './pasted-items.ts'

/** A preview of a batch. `columns` and `fields` are present for a file. */
export type Preview = OutputOf<'batch-column-preview'> &
  Partial<Pick<OutputOf<'batch-preview'>, 'columns' | 'fields'>>
/** The filters of items. */
export const ITEM_FILTERS = ['state'] as const
export type ItemFilterValues = Pick<InputOf<'batch-items'>, (typeof ITEM_FILTERS)[number]>
export type Format = NonNullable<InputOf<'batch-export'>['format']>
/** Items that failed for the same reason. */
export type Cause = OutputOf<'batch-failures'>['data'][number]

/** The database rows whose values become items. */
export type ItemsFrom = NonNullable<InputOf<'batch-create'>['items_from']>
/** The source of the items of a batch: a file of items, saved pages, or a database. */
export type Items = File | File[] | ItemsFrom

/** A batch to create: its items and its target. */
export interface NewBatch {
  items: Items
  /** The mapping of the columns of a file. Without it, columns are mapped as the preview proposes. */
  mapping?: Mapping | undefined
  target: { parser_id?: string; api_id?: string; max_pages?: number }
}

const PAGE_SIZE = 50
export const isOpen = ({ counts }: Batch) => counts.pending + counts.running > 0

export const batchesQuery = (account: string, search: SearchValues) =>
  infiniteQueryOptions({
    queryKey: ['batches', account, 'list', search],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        'batch-list',
        { limit: PAGE_SIZE, ...search, ...(cursor ? { cursor } : { count: true }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

export const batchQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: ['batches', account, 'one', id],
    queryFn: ({ signal }) => call('batch-get', { id }, { signal }),
  })

/** The query for items, in the order in which they were sent. */
export const itemsQuery = (account: string, id: string, filters: ItemFilterValues) =>
  infiniteQueryOptions({
    queryKey: ['batches', account, 'items', id, filters],
    queryFn: ({ signal, pageParam: cursor }) =>
      call('batch-items', { id, limit: PAGE_SIZE, ...filters, ...(cursor && { cursor }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  })

/** The query for the causes of failed items. `failed` is their number, so that the query runs again when it grows. */
export const failuresQuery = (account: string, id: string, failed: number) =>
  queryOptions({
    queryKey: ['batches', account, 'failures', id, failed],
    queryFn: ({ signal }) => call('batch-failures', { id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The query for the database whose rows become items. */
export const sourceQuery = (account: string, id: string | undefined) =>
  queryOptions({
    queryKey: ['databases', account, id],
    queryFn: ({ signal }) => call('database-get', { id: id! }, { signal }),
    enabled: id !== undefined,
  })

/** The query for a preview of what the batch would run. `key` identifies the items. */
export const previewQuery = (
  account: string,
  newBatch: NewBatch | null,
  dedupe: boolean | undefined,
  key: number | undefined,
) =>
  queryOptions({
    queryKey: ['batch-preview', account, newBatch?.target, newBatch?.mapping, key, dedupe],
    queryFn: async ({ signal }): Promise<Preview> => {
      const { items, target, mapping } = newBatch!
      const commonInput = { account, ...(dedupe !== undefined && { dedupe }) }
      if (Array.isArray(items))
        return call('batch-pages-preview', { ...pagesOf(items, target), ...commonInput }, { signal })
      if (!(items instanceof File))
        return call('batch-column-preview', { target, items_from: items, ...commonInput }, { signal })
      const previewItems = await fillItems(items, async () =>
        shownValues((await call('variable-list', { account }, { signal })).data, MASK),
      )
      return call(
        'batch-preview',
        { items: previewItems, ...target, ...commonInput, ...(mapping && { mapping }) },
        { signal },
      )
    },
    // While the user maps columns, the previous table of columns stays on screen.
    placeholderData: before => (newBatch?.mapping ? before : undefined),
    enabled: newBatch !== null,
    gcTime: 0,
  })

/** Returns the input for saved pages, which are always read by a parser. */
const pagesOf = (page: File[], { parser_id = '' }: NewBatch['target']) => ({ page, parser_id })

/** Creates the batch. `options` say how it runs. */
export async function createBatch({ items, target, mapping }: NewBatch, options: Record<string, unknown>) {
  if (Array.isArray(items)) return call('batch-pages', { ...pagesOf(items, target), ...options })
  if (!(items instanceof File)) return call('batch-create', { target, items_from: items, ...options })
  const filledItems = await fillItems(items, () => secretValues(currentAccount()))
  return call('batch-upload', { items: filledItems, ...(mapping && { mapping }), ...target, ...options })
}

/** Exports the items with their results to a file. */
export async function exported(id: string, format: Format): Promise<Blob> {
  const { status, body } = await exchange('batch-export', { id, format })
  if (status >= 400) throw failedCall(status, await body.text())
  return body
}

export function useBatchActions() {
  const queries = useQueryClient()
  const account = useAccount()
  const onSettled = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['batches', account] }),
      queries.invalidateQueries({ queryKey: ['jobs', account] }),
    ])
  return {
    retry: useMutation({ mutationFn: (id: string) => call('batch-retry', { id }), onSettled }),
    cancel: useMutation({ mutationFn: (id: string) => call('batch-cancel', { id }), onSettled }),
    remove: useDeletion(({ id }) => call('batch-delete', { id })),
  }
}
