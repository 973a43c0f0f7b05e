import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type InputOf } from '../../lib/client.ts'
import type { ParserName } from './operations.ts'

const PAGE = 100
const MOST_PARSERS = 1_000

/** Every parser of an account by its name; the list has pages. */
export const parserNamesQuery = (account: string) =>
  queryOptions({
    queryKey: ['parsers', account, 'all-names'],
    queryFn: async ({ signal }) => {
      const names: ParserName[] = []
      let cursor: string | undefined
      do {
        const page = await call('parser-list', { limit: PAGE, ...(cursor && { cursor }) }, { signal })
        names.push(...page.data.map(({ id, name }) => ({ id, name })))
        cursor = page.next_cursor ?? undefined
      } while (cursor && names.length < MOST_PARSERS)
      return names
    },
  })

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
