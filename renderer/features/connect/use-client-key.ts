import { queryOptions, useQuery } from '@tanstack/react-query'

/** The query for the secret that this window created for a client. It is kept in memory until the window is closed. */
export const secretOf = (account: string, client: string) =>
  queryOptions<string | null>({
    queryKey: ['client-secret', account, client],
    queryFn: () => null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** The secret that this window created for a client; null if it created none. */
export const useClientKey = (account: string, client: string) =>
  useQuery(secretOf(account, client)).data ?? null
