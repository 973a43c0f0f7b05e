import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/account.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { type Database, historyQuery, type Row } from './api.ts'
import { ChangeItem } from './change-item.tsx'

/** What happened to a row, newest first. */
export function RowHistory({ database, row }: { database: Database; row: Row }) {
  const history = useInfiniteQuery(historyQuery(useAccount(), database.id, row.id))
  if (history.isPending) return <RowsSkeleton rows={3} />
  if (history.isError) return <ErrorNotice error={history.error} onRetry={() => void history.refetch()} />
  const changes = history.data.pages.flatMap(page => page.data)
  if (!changes.length)
    return (
      <Text c="dimmed" size="sm">
        Nothing is kept of this row. Turn on track_history in the settings to keep what happens from now on.
      </Text>
    )
  return (
    <>
      {changes.map(change => (
        <ChangeItem key={change.seq} change={change} />
      ))}
      {history.hasNextPage && (
        <Button
          mt={12}
          size="compact-sm"
          variant="default"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </>
  )
}
