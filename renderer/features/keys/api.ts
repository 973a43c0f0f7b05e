import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type InputOf, type OutputOf } from '../../lib/client.ts'

export type Key = OutputOf<'key-list'>['data'][number]

/** The keys of an account, revoked ones too. */
export const keysQuery = (account: string) =>
  queryOptions({
    queryKey: ['keys', account],
    queryFn: ({ signal }) => call('key-list', { account }, { signal }),
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
