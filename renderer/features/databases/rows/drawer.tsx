import { Button, Drawer, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useAccount } from '../../../lib/service/account.ts'
import { ConfirmButton } from '../../../ui/actions/confirm-button.tsx'
import { rowsOf } from '../../../ui/lists/paged-rows.tsx'
import { ErrorNotice } from '../../../ui/page/error-notice.tsx'
import { RecordError } from '../../../ui/page/record-page.tsx'
import { RowsSkeleton } from '../../../ui/page/skeletons.tsx'
import { Time } from '../../../ui/time.tsx'
import { type Database, historyQuery, type Row, rowQuery, useDatabaseActions } from '../api.ts'
import { ChangeItem } from '../changes/change-item.tsx'
import { RowCharts } from './charts.tsx'
import { Pairs, RowValues } from './values.tsx'

/** A row: its values, its source and its changes. */
export function RowDrawer({
  database,
  id,
  onClose,
}: {
  database: Database
  id: string | null
  onClose: () => void
}) {
  return (
    <Drawer opened={id !== null} onClose={onClose} title="Row" size="lg">
      {id && <OneRow database={database} id={id} onClose={onClose} />}
    </Drawer>
  )
}

function OneRow({ database, id, onClose }: { database: Database; id: string; onClose: () => void }) {
  const row = useQuery(rowQuery(useAccount(), database.id, id))
  if (row.isPending) return <RowsSkeleton rows={5} />
  if (row.isError) return <RecordError error={row.error} onRetry={() => void row.refetch()} />
  return <RowContent database={database} row={row.data} onClose={onClose} />
}

function RowContent({ database, row, onClose }: { database: Database; row: Row; onClose: () => void }) {
  const { removeRow } = useDatabaseActions()
  const { first_seen_at, last_seen_at, removed_at, source } = row
  return (
    <Stack gap={24}>
      <RowValues columns={database.columns} data={row.data} />
      <Pairs
        pairs={[
          ['First seen', <Time key="first" at={first_seen_at} />],
          ['Last seen', <Time key="last" at={last_seen_at} />],
          ...(removed_at ? [['Removed', <Time key="removed" at={removed_at} />] as const] : []),
          ['Source', source.url ?? source.job_id ?? 'API call or file'],
        ]}
      />
      <section aria-label="History">
        <Title order={2}>History</Title>
        <RowHistory database={database} row={row} />
      </section>
      {removeRow.error && <ErrorNotice error={removeRow.error} />}
      <ConfirmButton
        style={{ alignSelf: 'flex-start' }}
        question="Deletes the row permanently. Its earlier values stay in the list of changes."
        verb="Delete row"
        loading={removeRow.isPending}
        onConfirm={() => removeRow.mutate({ id: row.id, database: database.id }, { onSuccess: onClose })}
      >
        Delete row
      </ConfirmButton>
    </Stack>
  )
}

/** Lists the changes of a row, newest first. */
function RowHistory({ database, row }: { database: Database; row: Row }) {
  const history = useInfiniteQuery(historyQuery(useAccount(), database.id, row.id))
  if (history.isPending) return <RowsSkeleton rows={3} />
  if (history.isError) return <ErrorNotice error={history.error} onRetry={() => void history.refetch()} />
  const changes = rowsOf(history)
  if (!changes.length)
    return (
      <Text c="dimmed" size="sm">
        No history of this row. Turn on the history of changes in the settings to record changes from now on.
      </Text>
    )
  return (
    <>
      <RowCharts columns={database.columns} changes={changes} />
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
