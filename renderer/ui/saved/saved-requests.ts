import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import { call, type InputOf, type OutputOf } from '../../lib/service/client.ts'

export type SavedRequest = OutputOf<'saved-request-list'>['data'][number]
type Body = Omit<InputOf<'saved-request-create'>, 'account'>

/** The saved requests of an account, by name. */
export const savedRequestsQuery = (account: string) =>
  queryOptions({
    queryKey: ['saved-requests', account],
    queryFn: async ({ signal }) => (await call('saved-request-list', { account }, { signal })).data,
  })

/** Mutations that change saved requests. */
export function useSavedRequests() {
  const account = useAccount()
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries(savedRequestsQuery(account))
  const create = useMutation({
    mutationFn: (body: Body) => call('saved-request-create', { account, ...body }),
    onSuccess,
  })
  const replace = useMutation({
    mutationFn: ({ id, ...body }: Body & { id: string }) =>
      call('saved-request-replace', { account, id, ...body }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call('saved-request-delete', { account, id }),
    onSuccess,
  })
  return { create, replace, remove }
}
