import { Drawer, Stack, Title } from '@mantine/core'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Time } from '../../ui/time.tsx'
import { type Database, type Row, useDatabaseActions } from './api.ts'
import { RowHistory } from './row-history.tsx'
import { Pairs, RowValues } from './row-values.tsx'

/** All of one row: its values, where they come from, and what happened to it. */
export function RowDrawer({
  database,
  row,
  onClose,
}: {
  database: Database
  row: Row | null
  onClose: () => void
}) {
  return (
    <Drawer opened={row !== null} onClose={onClose} title="Row" size="lg">
      {row && <RowContent database={database} row={row} onClose={onClose} />}
    </Drawer>
  )
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
          ['Comes from', source.url ?? source.job_id ?? 'a call or a file'],
        ]}
      />
      <section aria-label="History">
        <Title order={2}>History</Title>
        <RowHistory database={database} row={row} />
      </section>
      {removeRow.error && <ErrorNotice error={removeRow.error} />}
      <ConfirmButton
        style={{ alignSelf: 'flex-start' }}
        question="The row goes for good; the feed keeps what it held."
        verb="Delete row"
        onConfirm={() => removeRow.mutate({ id: database.id, row_id: row.id }, { onSuccess: onClose })}
      >
        Delete row
      </ConfirmButton>
    </Stack>
  )
}
