import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAccount } from '../../lib/account.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { BatchesTable } from '../../ui/jobs/batches-table.tsx'
import { Page } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { batchesQuery } from './api.ts'

const MakeBatch = () => (
  <Button component={Link} to="/batches/new" leftSection={<IconPlus size={16} aria-hidden />}>
    Make batch
  </Button>
)

/** The batches of the account, as they go on. */
export function BatchesPage() {
  return (
    <Page title="Batches" action={<MakeBatch />}>
      <Batches />
    </Page>
  )
}

function Batches() {
  const batches = useInfiniteQuery(batchesQuery(useAccount()))
  if (batches.isPending) return <RowsSkeleton rows={8} />
  if (batches.isError) return <ErrorNotice error={batches.error} onRetry={() => void batches.refetch()} />
  const rows = batches.data.pages.flatMap(page => page.data)
  if (!rows.length)
    return (
      <EmptyState docs={{ guide: 'jobs#batches', text: 'Guide to batches' }}>
        A batch runs one parser or API over a list of up to 10,000 items: paste addresses or choose a file.
        What cannot run is told before anything is spent.
      </EmptyState>
    )
  return (
    <BatchesTable
      batches={rows}
      onEnd={() => void (batches.hasNextPage && !batches.isFetching && batches.fetchNextPage())}
    />
  )
}
