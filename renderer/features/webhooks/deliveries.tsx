import { Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../lib/account.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { type State, StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import { type Delivery, deliveriesQuery, type Webhook } from './api.ts'

export const STATES: Record<Delivery['state'], State> = { pending: 'busy', delivered: 'good', failed: 'bad' }

/** What came of an attempt: the receiver's status, or why there is none. */
export const outcomeOf = ({ status, error }: Delivery['attempts'][number]) =>
  status === null ? `no answer: ${error}` : `answered ${status}`

const lastOutcome = ({ attempts }: Delivery) => {
  const last = attempts.at(-1)
  return last ? outcomeOf(last) : 'not sent yet'
}

const COLUMNS: Column<Delivery>[] = [
  { name: 'When', show: ({ created_at }) => <Time at={created_at} /> },
  { name: 'Event', grow: 2, show: ({ event }) => <span className="mono">{event.type}</span> },
  { name: 'State', show: ({ state }) => <StateDot state={STATES[state]}>{state}</StateDot> },
  { name: 'Attempts', right: true, show: ({ attempts }) => attempts.length },
  { name: 'Last attempt', grow: 2, show: lastOutcome },
  {
    name: 'Next attempt',
    show: ({ next_attempt_at }) => (next_attempt_at ? <Time at={next_attempt_at} /> : '–'),
  },
]

/** The log of what was sent; kept for 30 days. */
export function Deliveries({ webhook, onOpen }: { webhook: Webhook; onOpen: (delivery: Delivery) => void }) {
  const [state, setState] = useState<Delivery['state'] | null>(null)
  return (
    <Stack gap={12} component="section">
      <Group justify="space-between">
        <Title order={2}>Deliveries</Title>
        <SegmentedControl
          size="xs"
          aria-label="State of deliveries"
          value={state ?? 'all'}
          onChange={value => setState(value === 'all' ? null : (value as Delivery['state']))}
          data={['all', ...Object.keys(STATES)]}
        />
      </Group>
      <Log webhook={webhook} state={state} onOpen={onOpen} />
    </Stack>
  )
}

function Log({
  webhook,
  state,
  onOpen,
}: {
  webhook: Webhook
  state: Delivery['state'] | null
  onOpen: (delivery: Delivery) => void
}) {
  const log = useInfiniteQuery(deliveriesQuery(useAccount(), webhook.id, state))
  if (log.isPending) return <RowsSkeleton />
  if (log.isError) return <ErrorNotice error={log.error} onRetry={() => void log.refetch()} />
  const rows = log.data.pages.flatMap(page => page.data)
  if (!rows.length)
    return <Text c="dimmed">Nothing is here. Send a test to see what your receiver says.</Text>
  return (
    <DataTable
      label="Deliveries"
      rows={rows}
      idOf={({ id }) => id}
      columns={COLUMNS}
      onOpen={onOpen}
      onEnd={() => void (log.hasNextPage && !log.isFetching && log.fetchNextPage())}
    />
  )
}
