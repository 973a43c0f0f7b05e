import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { formatOf } from '../../lib/body-format.ts'
import { useAccount } from '../../lib/service/account.ts'
import { CallError, failedCall } from '../../lib/service/call-error.ts'
import { call, exchange, type InputOf, type OutputOf } from '../../lib/service/client.ts'
import { useDeletion } from '../../lib/service/deletion.ts'
import { notifyError } from '../../ui/actions/notify-error.ts'
import type { Job } from '../../ui/jobs/records.ts'

/** A job with all its attempts. */
export type JobWithAttempts = OutputOf<'job-get'>
/** The filters of jobs. */
export const FILTERS = ['state', 'type', 'parser_id', 'api_id', 'batch_id', 'q'] as const
export type JobFilterValues = Pick<InputOf<'job-list'>, (typeof FILTERS)[number]>
/** How each field of a page got its value. */
export type Trace = OutputOf<'job-trace'>

const PAGE_SIZE = 50
/** The interval between counts. It is long, since counting reads every job. */
const COUNT_MS = 30_000

export const isOpen = ({ state }: Job) => state === 'pending' || state === 'running'

/** The query for jobs, newest first, page by page. */
export const jobsQuery = (account: string, filters: JobFilterValues) =>
  infiniteQueryOptions({
    queryKey: ['jobs', account, 'list', filters],
    queryFn: ({ signal, pageParam: cursor }) =>
      call('job-list', { limit: PAGE_SIZE, ...filters, ...(cursor && { cursor }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

/** The query for the number of matching jobs. */
export const jobCountQuery = (account: string, filters: JobFilterValues) =>
  queryOptions({
    queryKey: ['jobs', account, 'count', filters],
    queryFn: async ({ signal }) =>
      (await call('job-list', { limit: 1, count: true, ...filters }, { signal })).total ?? 0,
    staleTime: COUNT_MS,
    refetchInterval: COUNT_MS,
  })

export const jobQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: ['jobs', account, 'one', id],
    queryFn: ({ signal }) => call('job-get', { id }, { signal }),
  })

/** The query for the unparsed result. The browser keeps a large one outside of the window's memory. */
export const resultQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: ['jobs', account, 'result', id],
    async queryFn({ signal }) {
      const { status, body, headers } = await exchange('job-result', { id }, { signal })
      if (status >= 400) throw failedCall(status, await body.text())
      return { body, ...formatOf(headers.get('content-type')) }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The query for the page that a job has read. */
export const pageQuery = (account: string, { id, type, parser_id }: Job) =>
  queryOptions({
    queryKey: ['jobs', account, 'page', id],
    queryFn: async ({ signal }) => {
      const [page, session] = await Promise.all([
        call('job-page', { id }, { signal }),
        type === 'scrape' && parser_id ? sessionOf(parser_id, signal) : null,
      ])
      return { ...page, session }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Returns the session that a parser fetches with; null if the parser no longer exists. */
const sessionOf = (id: string, signal: AbortSignal) =>
  call('parser-get', { id }, { signal }).then(
    ({ fetch }) => fetch.session ?? null,
    () => null,
  )

/** The query for a trace: the stored page of a job is read again with the version of the parser that the job ran. */
export const traceQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: ['jobs', account, 'trace', id],
    queryFn: ({ signal }) => call('job-trace', { id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Whether an error concerns only one job: its state has changed, or it no longer exists. */
const isAboutOneJob = (error: unknown): error is CallError =>
  error instanceof CallError && (error.status === 409 || error.status === 404)

/**
 * Calls `act` for each job, one after another. A job that has changed in the meantime does not stop the others.
 * @throws the first of such errors at the end, and any other error immediately
 */
async function forEachJob(ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<void> {
  const refusals: CallError[] = []
  for (const id of ids)
    await act(id).catch(error => {
      if (!isAboutOneJob(error)) throw error
      refusals.push(error)
    })
  if (refusals.length) throw refusals[0]!
}

/** Mutations that retry, reparse, cancel or delete jobs. */
export function useJobActions() {
  const queries = useQueryClient()
  const account = useAccount()
  const onSettled = () =>
    queries.invalidateQueries({ queryKey: ['jobs', account], predicate: ({ state }) => !state.error })
  return {
    retry: useMutation({ mutationFn: (id: string) => call('job-retry', { id }), onSettled }),
    reparse: useMutation({ mutationFn: (id: string) => call('job-reparse', { id }), onSettled }),
    cancel: useMutation({ mutationFn: (id: string) => call('job-cancel', { id }), onSettled }),
    remove: useDeletion(({ id }) => call('job-delete', { id })),
    retryAll: useMutation({
      // A job that was retried must not be selected for another retry if a later one fails.
      mutationFn: ({ ids, onRetried }: { ids: readonly string[]; onRetried: (id: string) => void }) =>
        forEachJob(ids, async id => {
          await call('job-retry', { id })
          onRetried(id)
        }),
      onSettled,
      onError: notifyError,
    }),
    cancelAll: useMutation({
      mutationFn: (ids: readonly string[]) => forEachJob(ids, id => call('job-cancel', { id })),
      onSettled,
      onError: notifyError,
    }),
  }
}
