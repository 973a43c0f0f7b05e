import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyState } from '../page/empty-state.tsx'
import { FilterRow, type Filters, isEmptyUnfiltered, isFiltered, useFilters } from './filters.tsx'
import { type PagedQuery, rowsOf } from './paged-rows.tsx'
import { SearchField } from './search-field.tsx'

/** The text that a list is searched for. */
export interface SearchValues {
  q?: string
}

/** The search of a list by the service. Its text is in the page's address. */
export const useListSearch = (): Filters<SearchValues> => useFilters<SearchValues>(['q'])

/** Whether a list is known to have records, whether or not one of them matches the search. */
export const hasRecords = (query: PagedQuery<unknown>, { wanted }: Filters<SearchValues>) =>
  isFiltered(wanted) || rowsOf(query).length > 0

/** The search field above a list; hidden if there is nothing to search. */
export function SearchRow({
  label,
  query,
  search: { wanted, want },
}: {
  label: string
  query: PagedQuery<unknown>
  search: Filters<SearchValues>
}) {
  if (isEmptyUnfiltered(query, wanted)) return null
  return (
    <FilterRow>
      <SearchField label={label} value={wanted.q ?? ''} onSeek={q => want({ q })} />
    </FilterRow>
  )
}

/** What a list without rows shows: that no record matches the search, with a button that clears it; else `otherwise`. */
export const NoMatches = ({
  noun,
  search: { wanted, clear },
  otherwise,
}: {
  noun: string
  search: Filters<SearchValues>
  otherwise: ReactNode
}) =>
  isFiltered(wanted) ? (
    <EmptyState
      action={
        <Button variant="default" onClick={clear}>
          Clear search
        </Button>
      }
    >
      {`No ${noun} matches “${wanted.q}”.`}
    </EmptyState>
  ) : (
    otherwise
  )
