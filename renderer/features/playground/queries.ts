import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type InputOf } from '../../lib/client.ts'

/** All that is to know of an operation: what it is for, an example, what it answers. */
export const docsQuery = (id: string) =>
  queryOptions({
    queryKey: ['operation', id],
    queryFn: ({ signal }) => call('operation-get', { id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A call as programs, ready to paste; the service makes them where it makes the examples of its docs. */
export const snippetsQuery = (request: InputOf<'operation-snippets'>) =>
  queryOptions({
    queryKey: ['snippets', request],
    queryFn: ({ signal }) => call('operation-snippets', request, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })
