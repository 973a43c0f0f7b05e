import { queryOptions, useQuery } from '@tanstack/react-query'

/** Where this window remembers the secret that it made for a client: in memory, until it is closed. */
export const secretOf = (account: string, client: string) =>
  queryOptions<string | null>({
    queryKey: ['client-secret', account, client],
    queryFn: () => null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** The secret that this window made for a client; null where it made none. */
export const useClientKey = (account: string, client: string) =>
  useQuery(secretOf(account, client)).data ?? null
