import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAccount } from '../../lib/service/account.ts'
import { BatchesTable } from '../../ui/jobs/batches-table.tsx'
import { hasRecords, SearchedRows, useListSearch } from '../../ui/lists/searched-rows.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ExampleRows } from '../../ui/page/example-rows.tsx'
import { Page } from '../../ui/page/page.tsx'
import { batchesQuery } from './api.ts'

const NewBatchButton = () => (
  <Button component={Link} to="/batches/new" leftSection={<IconPlus size={16} aria-hidden />}>
    New batch
  </Button>
)

/** The batches of the account, updated while they run. */
export function BatchesPage() {
  const search = useListSearch()
  const batches = useInfiniteQuery(batchesQuery(useAccount(), search.wanted))
  return (
    <Page title="Batches" action={hasRecords(batches, search) && <NewBatchButton />}>
      <SearchedRows
        query={batches}
        search={search}
        noun="batch"
        plural="batches"
        skeletons={8}
        empty={<NoBatches />}
      >
        {(rows, fetchMore) => <BatchesTable batches={rows} onEnd={fetchMore} />}
      </SearchedRows>
    </Page>
  )
}

const NoBatches = () => (
  <EmptyState
    action={<NewBatchButton />}
    docs={{ guide: 'jobs#batches', text: 'Guide to batches' }}
    example={<ExampleRows of="batch-list">{rows => <BatchesTable batches={rows} />}</ExampleRows>}
  >
    A batch runs one parser or API over a list of up to 10,000 items: paste addresses or choose a file. Items
    that cannot run are listed before any credits are spent.
  </EmptyState>
)
