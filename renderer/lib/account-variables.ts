import { queryOptions } from '@tanstack/react-query'
import { call } from './service/client.ts'
import type { Values } from './variables.ts'

/** The variables of an account; without values of secret ones. */
export const variablesQuery = (account: string) =>
  queryOptions({
    queryKey: ['variables', account],
    queryFn: async ({ signal }) => (await call('variable-list', { account }, { signal })).data,
  })

/** All values, secret ones too. They are fetched for each use and not kept. */
export async function secretValues(account: string): Promise<Values> {
  const { data } = await call('variable-values', { account })
  return new Map(data.map(({ name, value }) => [name, value]))
}
