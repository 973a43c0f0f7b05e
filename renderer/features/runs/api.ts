import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import { call, type InputOf, type OutputOf } from '../../lib/service/client.ts'
import { useDeletion } from '../../lib/service/deletion.ts'

export type Item = OutputOf<'workflow-run-items'>['data'][number]
/** The filters of runs. */
export const FILTERS = ['state', 'workflow_id', 'cron_id', 'parent_run_id', 'q'] as const
export type RunFilterValues = Pick<InputOf<'workflow-run-list'>, (typeof FILTERS)[number]>
/** The items of a step to show: its input, the failed items of its input, or its output, of one branch or all. */
export interface StepSide {
  kind: 'in' | 'failed' | 'out'
  branch?: string
}
export type RetryOptions = Omit<InputOf<'workflow-run-retry'>, 'id'>

const PAGE_SIZE = 50

/** The query for runs, newest first, page by page. */
export const runsQuery = (account: string, filters: RunFilterValues) =>
  infiniteQueryOptions({
    queryKey: ['workflow-runs', account, 'list', filters],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        'workflow-run-list',
        { limit: PAGE_SIZE, ...filters, ...(cursor ? { cursor } : { count: true }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

/** The query for the items of a step. `seen` is its progress, so that the query runs again when that changes. */
export const itemsQuery = (account: string, id: string, node: string, side: StepSide, countsKey: string) =>
  infiniteQueryOptions({
    queryKey: ['workflow-runs', account, id, 'items', node, side, countsKey],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        'workflow-run-items',
        {
          id,
          node,
          limit: PAGE_SIZE,
          side: side.kind === 'out' ? 'out' : 'in',
          ...(side.branch && { branch: side.branch }),
          ...(side.kind === 'failed' && { state: 'failed' }),
          ...(cursor && { cursor }),
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  })

export function useRunActions() {
  const queries = useQueryClient()
  const account = useAccount()
  const onSettled = () => queries.invalidateQueries({ queryKey: ['workflow-runs', account] })
  return {
    retry: useMutation({
      mutationFn: (input: RetryOptions & { id: string }) => call('workflow-run-retry', input),
      onSettled,
    }),
    cancel: useMutation({ mutationFn: (id: string) => call('workflow-run-cancel', { id }), onSettled }),
    remove: useDeletion(({ id }) => call('workflow-run-delete', { id })),
  }
}
