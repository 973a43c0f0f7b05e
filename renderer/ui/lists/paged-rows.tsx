import { Text } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
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

/** The list that a table shows the loaded rows of: their number, and that of all rows, or -1 if it is not known. */
const ListAround = createContext<{ loaded: number; all: number } | null>(null)

/** Tells the table in it how many rows the list has that it shows the loaded rows of; the list itself may not be counted. */
export function CountedList<Row>({
  query,
  total = query.data?.pages[0]?.total,
  children,
}: {
  query: PagedQuery<Row>
  total?: number | undefined
  children: ReactNode
}) {
  const loaded = rowsOf(query).length
  const all = query.hasNextPage ? (total ?? -1) : loaded
  return <ListAround value={{ loaded, all }}>{children}</ListAround>
}

/**
 * The number of rows of a table for screen readers, with its header: of all rows, not only of those that are loaded; -1 if
 * it is not known, such as while more of a list that is searched in the window has to be fetched.
 */
export function useRowCount(shown: number): number {
  const list = use(ListAround)
  if (!list || list.all === list.loaded) return shown + 1
  return list.all === -1 || list.loaded !== shown ? -1 : list.all + 1
}

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
  if (!rows.length) return empty
  return <CountedList query={query}>{children(rows, fetchMoreOf(query))}</CountedList>
}
