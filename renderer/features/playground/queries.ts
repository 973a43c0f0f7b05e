import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type InputOf } from '../../lib/service/client.ts'

/** The query for a call as code. The service generates it like the examples of its docs. */
export const snippetsQuery = (request: InputOf<'operation-snippets'>) =>
  queryOptions({
    queryKey: ['snippets', request],
    queryFn: ({ signal }) => call('operation-snippets', request, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })
