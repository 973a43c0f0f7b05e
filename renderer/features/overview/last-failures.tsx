import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useAccount } from '../../lib/account.ts'
import { placeOf } from '../../lib/playground-place.ts'
import { type Column, DataTable } from '../../ui/lists/data-table.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import { type Failure, failuresQuery } from './api.ts'

const SERVER = 500

const COLUMNS: Column<Failure>[] = [
  { name: 'When', show: call => <Time at={call.created_at} /> },
  { name: 'Operation', grow: 2.5, show: call => <span title={call.operation}>{call.operation}</span> },
  {
    name: 'Error',
    grow: 2.5,
    show: call => (
      <StateDot
        state={call.status >= SERVER ? 'bad' : 'warn'}
      >{`${call.status} ${call.error ?? ''}`}</StateDot>
    ),
  },
  { name: 'How to fix it', grow: 5, show: call => <span title={call.hint}>{call.hint}</span> },
]

const playgroundOf = ({ operation, parser_id: parserId }: Failure) =>
  placeOf(operation, parserId ? { parserId } : undefined)

/** The last failed calls, each with how to fix it; a click opens the operation. */
export function LastFailures() {
  return (
    <Stack gap={12} component="section">
      <Title order={2}>Last errors</Title>
      <Failures />
    </Stack>
  )
}

function Failures() {
  const failures = useQuery(failuresQuery(useAccount()))
  const navigate = useNavigate()
  if (failures.isPending) return <RowsSkeleton rows={3} />
  if (failures.isError) return <ErrorNotice error={failures.error} onRetry={() => void failures.refetch()} />
  if (!failures.data.data.length) return <Text c="dimmed">No errors.</Text>
  return (
    <DataTable
      label="Last errors"
      rows={failures.data.data}
      idOf={call => call.id}
      columns={COLUMNS}
      onOpen={call => void navigate(playgroundOf(call))}
    />
  )
}
