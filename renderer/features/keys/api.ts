import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type InputOf, type OutputOf } from '../../lib/service/client.ts'
import { keysQuery } from '../../lib/service/machine.ts'

export type Key = OutputOf<'key-list'>['data'][number]
export type KeyUsage = OutputOf<'key-usage'>['data'][number]

/** The query for the usage of each key in the current month. */
export const keyUsageQuery = (account: string) =>
  queryOptions({
    queryKey: ['key-usage', account],
    queryFn: ({ signal }) => call('key-usage', { account }, { signal }),
  })

/** The query for a call that any key allows, to try out a new key. */
export const tryQuery = queryOptions({
  queryKey: ['try-key'],
  queryFn: ({ signal }) => call('operation-snippets', { id: 'credits', input: {} }, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export function useCreateKey(account: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (key: Omit<InputOf<'key-create'>, 'account'>) => call('key-create', { account, ...key }),
    onSuccess: () => queries.invalidateQueries(keysQuery(account)),
  })
}

export function useRevokeKey(account: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('key-revoke', { id }),
    onSuccess: () => queries.invalidateQueries(keysQuery(account)),
  })
}
