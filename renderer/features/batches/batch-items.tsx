import { Group, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import { JobsTable } from '../../ui/jobs/jobs-table.tsx'
import type { Batch, JobState } from '../../ui/jobs/records.ts'
import { ChoiceFilter, useFilters } from '../../ui/lists/filters.tsx'
import { PagedRows } from '../../ui/lists/paged-rows.tsx'
import { SavedViews } from '../../ui/saved/saved-views.tsx'
import { ITEM_FILTERS, type ItemsWanted, itemsQuery } from './api.ts'

/** The items of a batch, in the order in which they were submitted. */
export function BatchItems({ batch }: { batch: Batch }) {
  const filters = useFilters<ItemsWanted>(ITEM_FILTERS)
  return (
    <Stack gap={12} component="section">
      <Group justify="space-between">
        <Title order={2}>Items</Title>
        <Group gap={8}>
          <ChoiceFilter
            operation="batch-items"
            field="state"
            label="State of items"
            any="Any state"
            value={filters.wanted.state}
            countOf={state => batch.counts[state as JobState]}
            onChange={state => filters.want({ state })}
          />
          <SavedViews operation="batch-items" of={{ id: batch.id }} isShared filters={filters} />
        </Group>
      </Group>
      <Items batch={batch} wanted={filters.wanted} />
    </Stack>
  )
}

function Items({ batch, wanted }: { batch: Batch; wanted: ItemsWanted }) {
  const items = useInfiniteQuery(itemsQuery(useAccount(), batch.id, wanted))
  return (
    <PagedRows query={items} empty={<Text c="dimmed">No items in this state.</Text>}>
      {(rows, fetchMore) => <JobsTable label="Items" jobs={rows} onEnd={fetchMore} />}
    </PagedRows>
  )
}
