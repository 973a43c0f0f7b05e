import { Button, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import { notifyError } from '../../ui/actions/notify-error.ts'
import { type Choice, labelIn } from '../../ui/form/choices.ts'
import { useChoices } from '../../ui/form/use-choices.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { ChoiceFilter, isEmptyUnfiltered, useFilters } from '../../ui/lists/filters.tsx'
import { PagedRows } from '../../ui/lists/paged-rows.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { ClampedText } from '../../ui/lists/value-cell.tsx'
import { Time } from '../../ui/time.tsx'
import { type DeletedFilterValues, type DeletedRecord, deletedQuery, useRestore } from './api.ts'

const columnsOf = (kinds: readonly Choice[]): Column<DeletedRecord>[] => [
  { name: 'Name', grow: 2, show: ({ name }) => <ClampedText title={name}>{name}</ClampedText> },
  { name: 'Kind', show: ({ type }) => labelIn(kinds, type) },
  { name: 'Deleted', show: ({ deleted_at }) => <Time at={deleted_at} /> },
  { name: 'Gone for good', show: ({ restorable_until }) => <Time at={restorable_until} /> },
]

/** Lists the records that the account deleted in the last 7 days. Each can be restored. */
export function DeletedRecords() {
  const account = useAccount()
  const { wanted, want } = useFilters<DeletedFilterValues>(['type'])
  const deleted = useInfiniteQuery(deletedQuery(account, wanted))
  return (
    <Stack gap={16}>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          Deleted records are kept for 7 days. A session has to log in again once it is restored.
        </Text>
        {!isEmptyUnfiltered(deleted, wanted) && (
          <ChoiceFilter
            operation="deleted-list"
            field="type"
            label="Kind"
            any="Any kind"
            value={wanted.type}
            onChange={type => want({ type })}
          />
        )}
      </Group>
      <PagedRows
        query={deleted}
        empty={
          <Text c="dimmed">
            {wanted.type ? 'Nothing of this kind was deleted.' : 'Nothing was deleted in the last 7 days.'}
          </Text>
        }
      >
        {(rows, fetchMore) => <Rows rows={rows} onEnd={fetchMore} />}
      </PagedRows>
    </Stack>
  )
}

function Rows({ rows, onEnd }: { rows: readonly DeletedRecord[]; onEnd: () => void }) {
  const restore = useRestore()
  return (
    <DataTable
      label="Deleted records"
      rows={rows}
      idOf={({ id }) => id}
      columns={columnsOf(useChoices('deleted-list', 'type'))}
      onEnd={onEnd}
      actions={record => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Restore ${record.name}`}
          loading={restore.isPending && restore.variables.id === record.id}
          onClick={() => restore.mutate(record, { onError: notifyError })}
        >
          Restore
        </Button>
      )}
    />
  )
}
