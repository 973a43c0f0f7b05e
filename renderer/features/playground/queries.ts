import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/client.ts'
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

/** Which prebuilt APIs have an offline example. */
export const samplesQuery = queryOptions({
  queryKey: ['samples'],
  queryFn: ({ signal }) => call('sample-list', {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** What an operation answers. */
export const docsQuery = (id: string) =>
  queryOptions({
    queryKey: ['operation-docs', id],
    queryFn: ({ signal }) => call('operation-docs', { id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
