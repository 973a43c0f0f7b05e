import { Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDrawerParameter } from '../../lib/in-address.ts'
import { useAccount } from '../../lib/service/account.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { isFiltered, useFilters } from '../../ui/lists/filters.tsx'
import { PagedRows, rowsOf } from '../../ui/lists/paged-rows.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { ClampedText } from '../../ui/lists/value-cell.tsx'
import { RowsOfRecord } from '../../ui/saved/rows-of-record.tsx'
import { Time } from '../../ui/time.tsx'
import {
  DELIVERY_FILTERS,
  type Delivery,
  type DeliveryFilterValues,
  deliveriesQuery,
  type Webhook,
} from './api.ts'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { DeliveryState, outcomeOf } from './delivery-state.tsx'
import { useEventLabel } from './event-label.ts'

const columnsOf = (eventLabel: (type: string) => string): Column<Delivery>[] => [
  { name: 'Created', show: ({ created_at }) => <Time at={created_at} /> },
  {
    name: 'Event',
    grow: 2,
    show: ({ event: { type } }) => <ClampedText title={type}>{eventLabel(type)}</ClampedText>,
  },
  { name: 'State', show: ({ state }) => <DeliveryState state={state} /> },
  { name: 'Attempts', right: true, show: ({ attempts }) => attempts.length },
  { name: 'Last attempt', grow: 2, show: lastOutcome },
  {
    name: 'Next attempt',
    grow: 1.2,
    show: ({ next_attempt_at }) => (next_attempt_at ? <Time at={next_attempt_at} /> : '–'),
  },
]

const lastOutcome = ({ attempts }: Delivery) => {
  const last = attempts.at(-1)
  return last ? outcomeOf(last) : 'not sent yet'
}

/** The log of deliveries, which are kept for 30 days. The delivery that the address names is open. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const filters = useFilters<DeliveryFilterValues>(DELIVERY_FILTERS)
  return (
    <RowsOfRecord
      title="Deliveries"
      what="deliveries"
      operation="webhook-deliveries"
      id={webhook.id}
      filters={filters}
    >
      <Log webhook={webhook} wanted={filters.wanted} />
    </RowsOfRecord>
  )
}

function Log({ webhook, wanted }: { webhook: Webhook; wanted: DeliveryFilterValues }) {
  const account = useAccount()
  const eventLabel = useEventLabel()
  const [id, open] = useDrawerParameter('delivery')
  const log = useInfiniteQuery(deliveriesQuery(account, webhook.id, wanted))
  // The filter may hide a test event that was just sent, so the open delivery is also searched among all.
  const all = useInfiniteQuery({ ...deliveriesQuery(account, webhook.id, {}), enabled: id !== null })
  const delivery = [...rowsOf(log), ...rowsOf(all)].find(one => one.id === id) ?? null
  return (
    <>
      <PagedRows
        query={log}
        empty={
          <Text c="dimmed">
            {isFiltered(wanted)
              ? 'No deliveries in this state.'
              : 'No deliveries. Send a test event to try your receiver.'}
          </Text>
        }
      >
        {(rows, fetchMore) => (
          <DataTable
            label="Deliveries"
            rows={rows}
            idOf={one => one.id}
            lines={2}
            columns={columnsOf(eventLabel)}
            onOpen={one => open(one.id)}
            onEnd={fetchMore}
          />
        )}
      </PagedRows>
      <DeliveryDrawer webhook={webhook} delivery={delivery} onOpen={open} />
    </>
  )
}
