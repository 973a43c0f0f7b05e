import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import { call, type InputOf, type OutputOf } from '../../lib/service/client.ts'
import { namedNotice, useUndoableDeletion } from '../../ui/actions/use-undoable-deletion.ts'
import type { SearchValues } from '../../ui/lists/searched-rows.tsx'

export type Cron = OutputOf<'cron-get'>
export type CronBody = InputOf<'cron-create'>
export type CronRun = OutputOf<'cron-runs'>['data'][number]
export type Calendar = OutputOf<'cron-calendar'>

/** The filters of the runs of a cron. */
export const RUN_FILTERS = ['state'] as const
export type CronRunFilterValues = Pick<InputOf<'cron-runs'>, (typeof RUN_FILTERS)[number]>

const PAGE_SIZE = 100
const CALENDAR_MS = 60_000

/** The query for the crons of an account, newest first, page by page. */
export const cronsQuery = (account: string, search: SearchValues) =>
  infiniteQueryOptions({
    queryKey: ['crons', account, 'list', search],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        'cron-list',
        { limit: PAGE_SIZE, ...search, ...(cursor ? { cursor } : { count: true }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

export const cronQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: ['crons', account, id],
    queryFn: ({ signal }) => call('cron-get', { id }, { signal }),
  })

/** The query for the runs and skipped ticks of a cron, newest first. */
export const runsQuery = (account: string, id: string, filters: CronRunFilterValues) =>
  infiniteQueryOptions({
    queryKey: ['crons', account, id, 'runs', filters],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        'cron-runs',
        { id, limit: PAGE_SIZE, ...filters, ...(cursor && { cursor }) },
        {
          signal,
        },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

/** The query for the ticks of the next hours. */
export const calendarQuery = (account: string, hours: number) =>
  queryOptions({
    queryKey: ['crons', account, 'calendar', hours],
    queryFn: ({ signal }) => call('cron-calendar', { hours }, { signal }),
    refetchInterval: CALENDAR_MS,
  })

/** Mutations that change or run crons. Each invalidates the queries that it makes stale. */
export function useCronActions() {
  const queries = useQueryClient()
  const account = useAccount()
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['crons', account] })
  const create = useMutation({ mutationFn: (body: CronBody) => call('cron-create', body), onSuccess })
  const replace = useMutation({
    mutationFn: ({ id, version, body }: { id: string; version: number; body: CronBody }) =>
      call('cron-replace', { id, ...body }, { headers: { 'if-match': `"${version}"` } }),
    onSuccess,
  })
  const remove = useUndoableDeletion({
    of: ['crons', account],
    remove: ({ id }: Cron) => call('cron-delete', { id }),
    restore: ({ id }) => call('cron-restore', { id }),
    notice: namedNotice,
  })
  const run = useMutation({ mutationFn: ({ id }: Cron) => call('cron-run', { id }), onSuccess })
  const toggle = useMutation({
    mutationFn: ({ id, enabled }: Cron) =>
      enabled ? call('cron-pause', { id }) : call('cron-resume', { id }),
    onSuccess,
  })
  return { create, replace, remove, run, toggle }
}
