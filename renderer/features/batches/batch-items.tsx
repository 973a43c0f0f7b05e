import { Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../lib/account.ts'
import { JobsTable } from '../../ui/jobs/jobs-table.tsx'
import type { Batch, JobState } from '../../ui/jobs/records.ts'
import { PagedRows } from '../../ui/lists/paged-rows.tsx'
import { itemsQuery } from './api.ts'
import { STATES } from './batch-progress.tsx'

/** The items of a batch, in the order in which they were submitted. */
export function BatchItems({ batch }: { batch: Batch }) {
  const [state, setState] = useState<JobState>()
  const choices = [
    { value: '', label: 'Any state' },
    ...STATES.filter(one => batch.counts[one]).map(one => ({
      value: one,
      label: `${one} (${batch.counts[one].toLocaleString()})`,
    })),
  ]
  return (
    <Stack gap={12} component="section">
      <Group justify="space-between">
        <Title order={2}>Items</Title>
        <NativeSelect
          size="xs"
          aria-label="State of items"
          data={choices}
          value={state ?? ''}
          onChange={({ currentTarget }) => setState((currentTarget.value || undefined) as JobState)}
        />
      </Group>
      <Items batch={batch} state={state} />
    </Stack>
  )
}

function Items({ batch, state }: { batch: Batch; state: JobState | undefined }) {
  const items = useInfiniteQuery(itemsQuery(useAccount(), batch.id, state))
  return (
    <PagedRows query={items} empty={<Text c="dimmed">No items in this state.</Text>}>
      {(rows, fetchMore) => <JobsTable label="Items" jobs={rows} onEnd={fetchMore} />}
    </PagedRows>
  )
}
