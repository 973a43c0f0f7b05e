import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/** A parser, as lists of choices show it. */
export interface ParserName {
  id: string
  name: string
}

const PAGE = 100
const MOST_PARSERS = 1_000

/** All parsers of an account with their names, fetched page by page. */
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
