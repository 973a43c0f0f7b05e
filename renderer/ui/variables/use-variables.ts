import { useMutation, useQueryClient } from '@tanstack/react-query'
import { variablesQuery } from '../../lib/account-variables.ts'
import { useAccount } from '../../lib/service/account.ts'
import { call, type InputOf } from '../../lib/service/client.ts'

/** Mutations that change the variables of the account. */
export function useVariables() {
  const account = useAccount()
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries(variablesQuery(account))
  const set = useMutation({
    mutationFn: (variable: Omit<InputOf<'variable-set'>, 'account'>) =>
      call('variable-set', { account, ...variable }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: (name: string) => call('variable-delete', { account, name }),
    onSuccess,
  })
  return { set, remove }
}
