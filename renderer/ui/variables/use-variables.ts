import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../lib/account.ts'
import { variablesQuery } from '../../lib/account-variables.ts'
import { call, type InputOf } from '../../lib/client.ts'

/** Calls that change the variables of the account. */
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
