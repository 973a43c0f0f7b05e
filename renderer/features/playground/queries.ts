import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type InputOf } from '../../lib/service/client.ts'

/** A call as code to paste; the service generates it as it does the examples of its docs. */
export const snippetsQuery = (request: InputOf<'operation-snippets'>) =>
  queryOptions({
    queryKey: ['snippets', request],
    queryFn: ({ signal }) => call('operation-snippets', request, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })
