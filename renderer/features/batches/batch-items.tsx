import { Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../lib/account.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { STATES } from '../../ui/jobs/job-state.tsx'
import { JobsTable } from '../../ui/jobs/jobs-table.tsx'
import type { Batch, JobState } from '../../ui/jobs/records.ts'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { isOpen, itemsQuery } from './api.ts'

const states = Object.keys(STATES) as JobState[]

/** The items of a batch, in the order in which they were sent. */
export function BatchItems({ batch }: { batch: Batch }) {
  const [state, setState] = useState<JobState>()
  const choices = [
    { value: '', label: 'Any state' },
    ...states.filter(one => batch.counts[one]).map(one => ({ value: one, label: one })),
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
  const items = useInfiniteQuery(itemsQuery(useAccount(), batch.id, state, isOpen(batch)))
  if (items.isPending) return <RowsSkeleton />
  if (items.isError) return <ErrorNotice error={items.error} onRetry={() => void items.refetch()} />
  const rows = items.data.pages.flatMap(page => page.data)
  if (!rows.length) return <Text c="dimmed">No item is in this state.</Text>
  return (
    <JobsTable
      label="Items"
      jobs={rows}
      onEnd={() => void (items.hasNextPage && !items.isFetching && items.fetchNextPage())}
    />
  )
}
