import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/** The parser of an account, as far as lists of choices show it. */
export interface ParserName {
  id: string
  name: string
}

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
