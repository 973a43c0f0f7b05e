import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { storageQuery } from '../../lib/service/machine.ts'
import { shell } from '../../lib/shell.ts'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { CopyButton } from '../../ui/actions/copy-button.tsx'
import { bytesText } from '../../ui/bytes-text.ts'
import { Figure } from '../../ui/figure.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { Time } from '../../ui/time.tsx'
import { COUNT_POLL_MS, type Storage, useCountStorage, useEmptyStorage } from './api.ts'

/** Shows the data folder and the size of its parts, some of which can be emptied. */
export function DataFolder() {
  const storage = useQuery({
    ...storageQuery,
    refetchInterval: ({ state }) => (state.data?.records.is_counting ? COUNT_POLL_MS : false),
  })
  if (storage.isPending) return <RowsSkeleton rows={6} />
  if (storage.isError) return <ErrorNotice error={storage.error} onRetry={() => void storage.refetch()} />
  return <Parts storage={storage.data} />
}

type StoragePart = Storage['data'][number]['part']

/** The consequences of emptying a part. */
const CONSEQUENCES = new Map<StoragePart, string>([
  ['pages', 'Pages are fetched again when needed.'],
  ['snapshots', 'Pages are shown without their style sheets and pictures until they are fetched again.'],
  ['changed', 'The deleted answers can no longer be added to a bug report.'],
])

interface StorageRow {
  title: string
  description: string
  bytes: number
}

const columnsOf = (rows: readonly StorageRow[]): Column<StorageRow>[] => {
  const total = totalOf(rows)
  return [
    { name: 'Part', grow: 1.6, show: ({ title }) => title },
    { name: 'Contents', grow: 4, show: ({ description }) => description },
    { name: 'Size', right: true, show: ({ bytes }) => bytesText(bytes) },
    {
      name: 'Share',
      show: ({ title, bytes }) => (
        <Progress value={total ? (bytes / total) * 100 : 0} aria-label={`Share of ${title}`} />
      ),
    },
  ]
}

const totalOf = (rows: readonly StorageRow[]) => rows.reduce((sum, { bytes }) => sum + bytes, 0)

function Parts({ storage: { folder, data, records } }: { storage: Storage }) {
  const empty = useEmptyStorage()
  return (
    <Stack gap={24}>
      <Group gap={48} align="flex-start">
        <Figure name="On disk">{bytesText(totalOf(data))}</Figure>
        <div>
          <Text size="xs" c="dimmed">
            Folder
          </Text>
          <Group gap={4} mih={31}>
            <span className="mono">{folder}</span>
            <CopyButton text={folder} what="the path of the folder" />
            {shell && (
              <Button size="compact-sm" variant="default" onClick={() => void shell?.['folder:open']()}>
                Open folder
              </Button>
            )}
          </Group>
        </div>
      </Group>
      {empty.error && <ErrorNotice error={empty.error} />}
      <DataTable
        label="Disk usage"
        rows={data}
        idOf={({ part }) => part}
        columns={columnsOf(data)}
        actions={({ part, title, bytes, can_empty }) =>
          can_empty && (
            <ConfirmButton
              question={`Deletes ${bytesText(bytes)}. ${CONSEQUENCES.get(part) ?? ''}`}
              verb="Empty"
              aria-label={`Empty ${title}`}
              loading={empty.isPending && empty.variables === part}
              reason={bytes ? null : 'It is empty.'}
              onConfirm={() => empty.mutate(part as Parameters<typeof empty.mutate>[0])}
            >
              Empty
            </ConfirmButton>
          )
        }
      />
      <Records records={records} />
    </Stack>
  )
}

/** The size of each kind of record. Counted on demand, since the service has to read a copy of its store for it. */
function Records({ records: { counted_at, is_counting, data } }: Pick<Storage, 'records'>) {
  const count = useCountStorage()
  const isCounting = is_counting || count.isPending
  return (
    <Stack gap={8}>
      <Group justify="space-between">
        <Title order={2}>Records by kind</Title>
        <Button size="compact-sm" variant="default" loading={isCounting} onClick={() => count.mutate()}>
          {counted_at ? 'Count again' : 'Count sizes'}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {isCounting && 'Counting. Large stores take a while; everything else continues. '}
        {counted_at ? (
          <>
            Counted <Time at={counted_at} />.
          </>
        ) : (
          !isCounting && 'Winnow reads a copy of its store to count, so the disk needs room for that.'
        )}
      </Text>
      {count.error && <ErrorNotice error={count.error} />}
      {counted_at && (
        <DataTable label="Records by kind" rows={data} idOf={({ kind }) => kind} columns={columnsOf(data)} />
      )}
    </Stack>
  )
}
