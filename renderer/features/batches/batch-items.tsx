import { Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import { JobsTable } from '../../ui/jobs/jobs-table.tsx'
import type { Batch, JobState } from '../../ui/jobs/records.ts'
import { useFilters } from '../../ui/lists/filters.tsx'
import { PagedRows } from '../../ui/lists/paged-rows.tsx'
import { RowsOfRecord } from '../../ui/saved/rows-of-record.tsx'
import { ITEM_FILTERS, type ItemFilterValues, itemsQuery } from './api.ts'

/** The items of a batch, in the order in which they were submitted. */
export function BatchItems({ batch }: { batch: Batch }) {
  const filters = useFilters<ItemFilterValues>(ITEM_FILTERS)
  return (
    <RowsOfRecord
      title="Items"
      what="items"
      operation="batch-items"
      id={batch.id}
      filters={filters}
      countOf={state => batch.counts[state as JobState]}
    >
      <Items batch={batch} wanted={filters.wanted} />
    </RowsOfRecord>
  )
}

function Items({ batch, wanted }: { batch: Batch; wanted: ItemFilterValues }) {
  const items = useInfiniteQuery(itemsQuery(useAccount(), batch.id, wanted))
  return (
    <PagedRows query={items} empty={<Text c="dimmed">No items in this state.</Text>}>
      {(rows, fetchMore) => <JobsTable label="Items" jobs={rows} onEnd={fetchMore} />}
    </PagedRows>
  )
}
