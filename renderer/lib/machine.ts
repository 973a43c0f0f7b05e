import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

const OFTEN_MS = 5_000

/** What runs, where, and how it is. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => call('status', {}, { signal }),
  refetchInterval: OFTEN_MS,
})

/** Every account, with its limits and grants. */
export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: ({ signal }) => call('account-list', {}, { signal }),
})

/** The balance of an account. */
export const creditsQuery = (account: string) =>
  queryOptions({
    queryKey: ['credits', account],
    queryFn: ({ signal }) => call('credits-show', { account }, { signal }),
    refetchInterval: OFTEN_MS,
  })

/** The keys of an account, revoked ones too. */
export const keysQuery = (account: string) =>
  queryOptions({
    queryKey: ['keys', account],
    queryFn: ({ signal }) => call('key-list', { account }, { signal }),
  })

/** Every operation that a key may call. */
export const operationsQuery = queryOptions({
  queryKey: ['operations'],
  queryFn: ({ signal }) => call('operation-list', {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** How each platform answers. */
export const platformsQuery = queryOptions({
  queryKey: ['platforms'],
  queryFn: ({ signal }) => call('platform-list', {}, { signal }),
  refetchInterval: OFTEN_MS,
})

/** How the space of the data folder is used. */
export const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: ({ signal }) => call('storage-show', {}, { signal }),
})

/** What a bug report says of the service. */
export const diagnosticsQuery = queryOptions({
  queryKey: ['diagnostics'],
  queryFn: ({ signal }) => call('diagnostics', {}, { signal }),
})

/** Which prebuilt APIs have an offline example. */
export const samplesQuery = queryOptions({
  queryKey: ['samples'],
  queryFn: ({ signal }) => call('sample-list', {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
