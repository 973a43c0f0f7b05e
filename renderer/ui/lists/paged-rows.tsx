import { Text } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { counted } from '../counted.ts'
import { ErrorNotice } from '../page/error-notice.tsx'
import { RowsSkeleton } from '../page/skeletons.tsx'

export type PagedQuery<Row> = UseInfiniteQueryResult<
  InfiniteData<{ data: readonly Row[]; total?: number | undefined }>
>

/** Returns the rows of all loaded pages. */
export const rowsOf = <Row,>({ data }: PagedQuery<Row>): Row[] => data?.pages.flatMap(page => page.data) ?? []

/**
 * Returns a function that fetches the next page, unless there is none or it is already being fetched. Fetching it cancels a
 * refresh in progress.
 */
export const fetchMoreOf =
  <Row,>(query: PagedQuery<Row>) =>
  () =>
    void (query.hasNextPage && !query.isFetchingNextPage && query.fetchNextPage())

/** Shows the total number of rows; renders nothing if the list was not counted. */
export function Total({
  query,
  noun,
  plural,
}: {
  query: PagedQuery<unknown>
  noun: string
  plural?: string
}) {
  const total = query.data?.pages[0]?.total
  return total === undefined ? null : <TotalText>{counted(total, noun, plural)}</TotalText>
}

export const TotalText = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed" role="status">
    {children}
  </Text>
)

/** A list that is fetched page by page: a skeleton, an error with a retry, `empty`, or the rows. */
export function PagedRows<Row>({
  query,
  empty,
  skeletons = 5,
  children,
}: {
  query: PagedQuery<Row>
  empty: ReactNode
  /** The number of placeholder rows. */
  skeletons?: number
  children: (rows: Row[], fetchMore: () => void) => ReactNode
}) {
  if (query.isPending) return <RowsSkeleton rows={skeletons} />
  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  const rows = rowsOf(query)
  return rows.length ? children(rows, fetchMoreOf(query)) : empty
}
