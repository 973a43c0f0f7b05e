import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/** The status of the service. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => call('status', {}, { signal }),
})

/** All accounts with their limits and grants. */
export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: ({ signal }) => call('account-list', {}, { signal }),
})

/** The balance of an account. */
export const creditsQuery = (account: string) =>
  queryOptions({
    queryKey: ['credits', account],
    queryFn: ({ signal }) => call('credits-show', { account }, { signal }),
  })

/** The keys of an account, including revoked ones. */
export const keysQuery = (account: string) =>
  queryOptions({
    queryKey: ['keys', account],
    queryFn: ({ signal }) => call('key-list', { account }, { signal }),
  })

/** All operations that the key of an account can call. */
export const operationsQuery = queryOptions({
  queryKey: ['operations'],
  queryFn: ({ signal }) => call('operation-list', {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Filters a list of operations for the prebuilt APIs. */
export const apisAmong = <O extends { group: string }>(operations: readonly O[]) =>
  operations.filter(({ group }) => group === 'prebuilt')

/** The state of each platform. */
export const platformsQuery = queryOptions({
  queryKey: ['platforms'],
  queryFn: ({ signal }) => call('platform-list', {}, { signal }),
})

/** The parts of the data folder and their sizes. */
export const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: ({ signal }) => call('storage-show', {}, { signal }),
})

/** The diagnostics of the service for a bug report. */
export const diagnosticsQuery = queryOptions({
  queryKey: ['diagnostics'],
  queryFn: ({ signal }) => call('diagnostics', {}, { signal }),
})

/** The prebuilt APIs that have an offline example. */
export const samplesQuery = queryOptions({
  queryKey: ['samples'],
  queryFn: ({ signal }) => call('sample-list', {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
