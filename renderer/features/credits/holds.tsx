import { useQuery } from '@tanstack/react-query'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Time } from '../../ui/time.tsx'
import { type Held, holdsQuery } from './api.ts'

const COLUMNS: Column<Held>[] = [
  { name: 'Held for', grow: 2, show: held => held.operation },
  { name: 'Credits', right: true, show: held => held.credits.toLocaleString() },
  { name: 'Key', show: held => held.key },
  { name: 'Since', show: held => <Time at={held.since} /> },
  { name: 'Call', grow: 2, show: held => <span className="mono">{held.call_id}</span> },
]

/** The running calls that credits are set aside for; nothing while none runs. */
export function Holds({ account }: { account: string }) {
  const holds = useQuery(holdsQuery(account))
  const rows = holds.data?.data ?? []
  if (!rows.length) return null
  return <DataTable label="Held credits" rows={rows} idOf={held => held.call_id} columns={COLUMNS} />
}
