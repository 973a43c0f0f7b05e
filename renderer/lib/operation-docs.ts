import { queryOptions } from '@tanstack/react-query'
import { call } from './service/client.ts'

/** The documentation of an operation: its purpose, an example, its answer. */
export const docsQuery = (id: string) =>
  queryOptions({
    queryKey: ['operation', id],
    queryFn: ({ signal }) => call('operation-get', { id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
