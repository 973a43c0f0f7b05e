import { queryOptions } from '@tanstack/react-query'
import { call } from './service/client.ts'
import type { VariableValues } from './variables.ts'

/** The variables of an account. Secret variables have no value here. */
export const variablesQuery = (account: string) =>
  queryOptions({
    queryKey: ['variables', account],
    queryFn: async ({ signal }) => (await call('variable-list', { account }, { signal })).data,
  })

/** The values of all variables, including secret ones. Fetched again for each use and never cached. */
export async function secretValues(account: string): Promise<VariableValues> {
  const { data } = await call('variable-values', { account })
  return new Map(data.map(({ name, value }) => [name, value]))
}
