import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { ExampleRows } from '../../ui/page/example-rows.tsx'
import { Page } from '../../ui/page/page.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { workersQuery } from './api.ts'
import { WorkersTable } from './workers-table.tsx'

const GUIDE = { guide: 'workers', text: 'Guide to workers' }
const EXAMPLE = <ExampleRows of="worker-list">{rows => <WorkersTable workers={rows} />}</ExampleRows>

/** The page of the workers, which read pages for this service on other machines. */
export function WorkersPage() {
  return (
    <Page title="Workers">
      <Workers />
    </Page>
  )
}

function Workers() {
  const workers = useQuery(workersQuery)
  if (workers.isPending) return <RowsSkeleton />
  if (workers.isError) return <ErrorNotice error={workers.error} onRetry={() => void workers.refetch()} />
  const { broker, data } = workers.data
  if (broker === 'off')
    return (
      <EmptyState docs={GUIDE} example={EXAMPLE}>
        This service reads every page by itself. Workers on other machines can read more: they connect through
        a broker. Start Winnow with its address to use them, as the guide shows.
      </EmptyState>
    )
  return (
    <Stack gap={16}>
      {broker === 'unreachable' && (
        <Text role="status">
          The broker cannot be reached. Until it is back, this service reads every page by itself.
        </Text>
      )}
      {data.length ? (
        <WorkersTable workers={data} />
      ) : (
        <EmptyState docs={GUIDE} example={EXAMPLE}>
          No worker has connected yet. Start one with “winnow worker --nats-url …”. It appears here by itself.
        </EmptyState>
      )}
    </Stack>
  )
}
