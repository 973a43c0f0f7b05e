import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { storageQuery } from '../../lib/service/machine.ts'
import { shell } from '../../lib/shell.ts'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { CopyButton } from '../../ui/actions/copy-button.tsx'
import { inBytes } from '../../ui/bytes.ts'
import { Figure } from '../../ui/figure.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { type Storage, useEmptyStorage } from './api.ts'

type Part = Storage['data'][number]

/** The data folder, the size of its parts, and which can be emptied. */
export function DataFolder() {
  const storage = useQuery(storageQuery)
  if (storage.isPending) return <RowsSkeleton rows={6} />
  if (storage.isError) return <ErrorNotice error={storage.error} onRetry={() => void storage.refetch()} />
  return <Parts storage={storage.data} />
}

const PARTS: Record<Part['part'], string> = {
  records: 'Records',
  pages: 'Kept pages',
  snapshots: 'Looks of pages',
  free: 'Free space',
  changed: 'Unreadable answers',
  profiles: 'Browser profiles',
  backups: 'Backups',
  log: 'Log',
}

const COLUMNS = (total: number): Column<Part>[] => [
  { name: 'Part', grow: 1.6, show: ({ part }) => PARTS[part] },
  { name: 'Contents', grow: 4, show: ({ description }) => description },
  { name: 'Size', right: true, show: ({ bytes }) => inBytes(bytes) },
  {
    name: 'Share',
    show: ({ part, bytes }) => (
      <Progress value={total ? (bytes / total) * 100 : 0} aria-label={`Share of ${PARTS[part]}`} />
    ),
  },
]

function Parts({ storage: { folder, data } }: { storage: Storage }) {
  const empty = useEmptyStorage()
  const total = data.reduce((sum, { bytes }) => sum + bytes, 0)
  return (
    <Stack gap={24}>
      <Group gap={48} align="flex-start">
        <Figure name="On disk">{inBytes(total)}</Figure>
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
        columns={COLUMNS(total)}
        actions={({ part, bytes, can_empty }) =>
          can_empty && (
            <ConfirmButton
              question={`Deletes ${inBytes(bytes)}. ${part === 'pages' ? 'Pages are fetched again when needed.' : 'The deleted lines can no longer be added to a bug report.'}`}
              verb="Empty"
              reason={bytes ? null : 'It is empty.'}
              onConfirm={() => empty.mutate(part as Parameters<typeof empty.mutate>[0])}
            >
              Empty
            </ConfirmButton>
          )
        }
      />
    </Stack>
  )
}
