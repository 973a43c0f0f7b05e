import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyState } from '../page/empty-state.tsx'
import { FilterRow, type Filters, isEmptyUnfiltered, isFiltered, useFilters } from './filters.tsx'
import { type PagedQuery, PagedRows, rowsOf, Total } from './paged-rows.tsx'
import { SearchField } from './search-field.tsx'

/** The text that a list is searched for. */
export interface SearchValues {
  q?: string
}

/** The search of a list. Its text is in the page's address. */
export const useListSearch = (): Filters<SearchValues> => useFilters<SearchValues>(['q'])

/** Whether a list is known to have records, whether or not one of them matches the search. */
export const hasRecords = (query: PagedQuery<unknown>, { wanted }: Filters<SearchValues>) =>
  isFiltered(wanted) || rowsOf(query).length > 0

/** The search field above a list. */
export const SearchRow = ({
  label,
  search: { wanted, want },
}: {
  label: string
  search: Filters<SearchValues>
}) => (
  <FilterRow>
    <SearchField label={label} value={wanted.q ?? ''} onSeek={q => want({ q })} />
  </FilterRow>
)

/** What a list shows if no record matches the search. */
export const NoMatches = ({
  noun,
  search: { wanted, clear },
}: {
  noun: string
  search: Filters<SearchValues>
}) => (
  <EmptyState
    action={
      <Button variant="default" onClick={clear}>
        Clear search
      </Button>
    }
  >
    {`No ${noun} matches “${wanted.q}”.`}
  </EmptyState>
)

/**
 * A list that the service searches: the search field, the number of rows that match, and the rows. `empty` shows instead if
 * there are no records at all.
 */
export function SearchedRows<Row>({
  query,
  search,
  noun,
  plural = `${noun}s`,
  empty,
  skeletons,
  children,
}: {
  query: PagedQuery<Row>
  search: Filters<SearchValues>
  noun: string
  plural?: string
  empty: ReactNode
  skeletons?: number
  children: (rows: Row[], fetchMore: () => void) => ReactNode
}) {
  return (
    <Stack gap={16}>
      {!isEmptyUnfiltered(query, search.wanted) && <SearchRow label={`Search ${plural}`} search={search} />}
      <PagedRows
        query={query}
        {...(skeletons !== undefined && { skeletons })}
        empty={isFiltered(search.wanted) ? <NoMatches noun={noun} search={search} /> : empty}
      >
        {(rows, fetchMore) => (
          <Stack gap={8}>
            <Total query={query} noun={noun} plural={plural} />
            {children(rows, fetchMore)}
          </Stack>
        )}
      </PagedRows>
    </Stack>
  )
}
