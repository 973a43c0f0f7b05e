import { Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../lib/account.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { PagedRows } from '../../ui/lists/paged-rows.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { type State, StateDot } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import { type Delivery, deliveriesQuery, type Webhook } from './api.ts'

export const STATES: Record<Delivery['state'], State> = { pending: 'busy', delivered: 'good', failed: 'bad' }

/** The outcome of an attempt: the receiver's status, or why there is none. */
export const outcomeOf = ({ status, error }: Delivery['attempts'][number]) =>
  status === null ? `no answer: ${error}` : `answered ${status}`

const lastOutcome = ({ attempts }: Delivery) => {
  const last = attempts.at(-1)
  return last ? outcomeOf(last) : 'not sent yet'
}

const COLUMNS: Column<Delivery>[] = [
  { name: 'Created', show: ({ created_at }) => <Time at={created_at} /> },
  { name: 'Event', grow: 2, show: ({ event }) => <span className="mono">{event.type}</span> },
  { name: 'State', show: ({ state }) => <StateDot state={STATES[state]}>{state}</StateDot> },
  { name: 'Attempts', right: true, show: ({ attempts }) => attempts.length },
  { name: 'Last attempt', grow: 2, show: lastOutcome },
  {
    name: 'Next attempt',
    show: ({ next_attempt_at }) => (next_attempt_at ? <Time at={next_attempt_at} /> : '–'),
  },
]

/** The log of deliveries; kept for 30 days. */
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
  return (
    <PagedRows
      query={log}
      empty={<Text c="dimmed">No deliveries. Send a test event to try your receiver.</Text>}
    >
      {(rows, fetchMore) => (
        <DataTable
          label="Deliveries"
          rows={rows}
          idOf={({ id }) => id}
          columns={COLUMNS}
          onOpen={onOpen}
          onEnd={fetchMore}
        />
      )}
    </PagedRows>
  )
}
