import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import { call, type InputOf, type OutputOf } from '../../lib/service/client.ts'
import { showAgain } from '../../lib/service/deletion.ts'
import { accountsQuery, diagnosticsQuery, platformsQuery, storageQuery } from '../../lib/service/machine.ts'
import type { Replacement } from '../../ui/form/edit-form.tsx'

export type SignIn = OutputOf<'sign-in-list'>['data'][number]
export type Setting = OutputOf<'setting-list'>['data'][number]
export type Account = OutputOf<'account-list'>['data'][number]
export type AccountChanges = Omit<InputOf<'account-change'>, 'name'>
export type Storage = OutputOf<'storage-show'>
export type LogLine = OutputOf<'log-show'>['data'][number]
export type DeletedRecord = OutputOf<'deleted-list'>['data'][number]
export type DeletedFilterValues = Pick<InputOf<'deleted-list'>, 'type'>
export type Level = LogLine['level']

const POLL_MS = 5_000

/** How often a window checks whether a count that another window started has ended. */
export const COUNT_POLL_MS = 2_000

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('setting-list', {}, { signal }),
})

/** The query for the configured proxies. Which of them rest changes with every fetch, so it polls. */
export const proxiesQuery = queryOptions({
  queryKey: ['proxies'],
  queryFn: ({ signal }) => call('proxy-list', {}, { signal }),
  refetchInterval: POLL_MS,
})

export const logQuery = (level: Level) =>
  queryOptions({
    queryKey: ['log', level],
    queryFn: ({ signal }) => call('log-show', { level, limit: 1_000 }, { signal }),
    refetchInterval: POLL_MS,
  })

/** A mutation that changes a setting. Without a value, it resets the setting to its default. */
export function useChangeSetting(name: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (value: unknown) => call('setting-change', { name, value }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries(settingsQuery),
        queries.invalidateQueries(diagnosticsQuery),
        queries.invalidateQueries(platformsQuery),
        queries.invalidateQueries(proxiesQuery),
      ]),
  })
}

export function useEmptyStorage() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (part: InputOf<'storage-empty'>['part']) => call('storage-empty', { part }),
    onSuccess: storage => queries.setQueryData(storageQuery.queryKey, storage),
  })
}

export function useCountStorage() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('storage-count', {}),
    onSuccess: storage => queries.setQueryData(storageQuery.queryKey, storage),
  })
}

export function useCreateAccount() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => call('account-create', { name }),
    onSuccess: () => queries.invalidateQueries(accountsQuery),
  })
}

export function useChangeAccount(name: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ body }: Replacement<AccountChanges, string>) => call('account-change', { name, ...body }),
    onSuccess: () => queries.invalidateQueries(accountsQuery),
  })
}

/** The query for the browsers that are signed in to the app. */
export const signInsQuery = queryOptions({
  queryKey: ['sign-ins'],
  queryFn: ({ signal }) => call('sign-in-list', {}, { signal }),
})

export function useEndSignIn() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('sign-in-revoke', { id }),
    onSuccess: () => queries.invalidateQueries(signInsQuery),
  })
}

const PAGE_SIZE = 100

/** The query for the deleted records of an account that can be restored, last deleted first. */
export const deletedQuery = (account: string, filters: DeletedFilterValues) =>
  infiniteQueryOptions({
    queryKey: ['deleted', account, filters],
    queryFn: ({ signal, pageParam: cursor }) =>
      call('deleted-list', { limit: PAGE_SIZE, ...filters, ...(cursor && { cursor }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })

/** A mutation that restores a deleted record. */
export function useRestore() {
  const queries = useQueryClient()
  const account = useAccount()
  return useMutation({
    mutationFn: ({ type, id }: DeletedRecord) => call(`${type}-restore`, { id }),
    onSuccess(_, { type, id }) {
      void showAgain(queries, id, [`${type}s`, account])
      return queries.invalidateQueries({ queryKey: ['deleted', account] })
    },
  })
}
