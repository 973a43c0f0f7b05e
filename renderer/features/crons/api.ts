import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useAccount } from '../../lib/account.ts'
import { call, type OutputOf } from '../../lib/client.ts'
import { offerUndo } from '../../ui/offer-undo.tsx'

export type Cron = OutputOf<'cron-get'>
export type CronRun = OutputOf<'cron-runs'>['data'][number]
export type Preview = OutputOf<'cron-preview'>
export type Calendar = OutputOf<'cron-calendar'>

const PAGE = 100
const OFTEN_MS = 3_000
const CALENDAR_MS = 60_000

/** The crons of an account, newest first, page by page. */
export const cronsQuery = (account: string) =>
  infiniteQueryOptions({
    queryKey: ['crons', account, 'list'],
    queryFn: ({ signal, pageParam: cursor }) =>
      call('cron-list', { limit: PAGE, ...(cursor && { cursor }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: OFTEN_MS,
  })

export const cronQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: ['crons', account, id],
    queryFn: ({ signal }) => call('cron-get', { id }, { signal }),
    refetchInterval: OFTEN_MS,
  })

/** What was run and what was skipped, newest first. */
export const runsQuery = (account: string, id: string, state: CronRun['state'] | null) =>
  infiniteQueryOptions({
    queryKey: ['crons', account, id, 'runs', state],
    queryFn: ({ signal, pageParam: cursor }) =>
      call('cron-runs', { id, limit: PAGE, ...(state && { state }), ...(cursor && { cursor }) } as never, {
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: OFTEN_MS,
  })

/** What the coming day brings. */
export const calendarQuery = (account: string) =>
  queryOptions({
    queryKey: ['crons', account, 'calendar'],
    queryFn: ({ signal }) => call('cron-calendar', {} as never, { signal }),
    refetchInterval: CALENDAR_MS,
  })

/** The next times of an expression while it is being written. */
export const previewQuery = (expression: string, timezone: string, hour12: boolean) =>
  queryOptions({
    queryKey: ['cron-preview', expression, timezone, hour12],
    queryFn: ({ signal }) => call('cron-preview', { expression, timezone, hour12 } as never, { signal }),
    enabled: expression.trim() !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })

/** Calls that change crons or run them; each forgets the answers that it makes stale. */
export function useCronActions() {
  const queries = useQueryClient()
  const account = useAccount()
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['crons', account] })
  const create = useMutation({ mutationFn: (body: unknown) => call('cron-create', body as never), onSuccess })
  const replace = useMutation({
    mutationFn: ({ id, version, body }: { id: string; version: number; body: object }) =>
      call('cron-replace', { id, ...body } as never, { headers: { 'if-match': `"${version}"` } }),
    onSuccess,
  })
  const restore = useMutation({ mutationFn: (id: string) => call('cron-restore', { id }), onSuccess })
  const remove = useMutation({
    mutationFn: ({ id }: Cron) => call('cron-delete', { id }),
    onSuccess(_, { id, name }) {
      // Its own page is being left: what that shows must not be asked for again.
      void queries.invalidateQueries({ queryKey: ['crons', account, 'list'] })
      offerUndo(`The cron ${name} is deleted. It can be restored for 7 days.`, () => restore.mutate(id))
    },
  })
  const run = useMutation({ mutationFn: ({ id }: Cron) => call('cron-run', { id }), onSuccess })
  const toggle = useMutation({
    mutationFn: ({ id, enabled }: Cron) =>
      enabled ? call('cron-pause', { id } as never) : call('cron-resume', { id }),
    onSuccess,
  })
  return { create, replace, remove, run, toggle }
}
