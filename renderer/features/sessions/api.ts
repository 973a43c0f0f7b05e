import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import { call, type InputOf, type OutputOf } from '../../lib/service/client.ts'
import { notifyError, notifyOutcome } from '../../ui/actions/notify-error.ts'
import { useUndoableDeletion } from '../../ui/actions/use-undoable-deletion.ts'
import type { SearchValues } from '../../ui/lists/searched-rows.tsx'

export type Session = OutputOf<'session-get'>
export type SessionBody = InputOf<'session-create'>
export type CookieImport = OutputOf<'session-import'>

const PAGE_SIZE = 100
/** How often sessions are polled while a login window is open, since it is closed outside of the app. */
const POLL_MS = 2_000

/** The query for the sessions of an account, newest first, page by page. */
export const sessionsQuery = (account: string, search: SearchValues) =>
  infiniteQueryOptions({
    queryKey: ['sessions', account, 'list', search],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        'session-list',
        { limit: PAGE_SIZE, ...search, ...(cursor ? { cursor } : { count: true }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(({ window }) => window === 'open')) ? POLL_MS : false,
  })

/** Returns the editable part of a saved session. */
export const bodyOf = ({ name, hosts, login_url, login_text }: Session): SessionBody => ({
  name,
  hosts,
  login_url,
  login_text,
})

/** Mutations that change sessions. Each invalidates the queries that it makes stale. */
export function useSessionActions() {
  const queries = useQueryClient()
  const account = useAccount()
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['sessions', account] })
  const create = useMutation({ mutationFn: (body: SessionBody) => call('session-create', body), onSuccess })
  const replace = useMutation({
    mutationFn: ({ id, version, body }: { id: string; version: number; body: SessionBody }) =>
      call('session-replace', { id, ...body }, { headers: { 'if-match': `"${version}"` } }),
    onSuccess,
  })
  const remove = useUndoableDeletion({
    of: ['sessions', account],
    remove: ({ id }: Session) => call('session-delete', { id }),
    restore: ({ id }) => call('session-restore', { id }),
    notice: ({ name }) => `The session ${name} and what it held were deleted.`,
  })
  const importFile = useMutation({
    mutationFn: (input: { id: string; file: File }) => call('session-import', input),
    onSuccess,
  })
  const openWindow = useMutation({
    mutationFn: ({ id }: Session) => call('session-open', { id, account }),
    onSuccess,
    onError: notifyError,
  })
  const test = useMutation({
    mutationFn: ({ id }: Session) => call('session-test', { id }),
    onSuccess({ reason, session: { name } }) {
      notifyOutcome(reason ?? `The site accepts the session ${name}.`)
      return onSuccess()
    },
    onError: notifyError,
  })
  return { create, replace, remove, importFile, openWindow, test }
}
