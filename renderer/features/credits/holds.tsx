import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Time } from '../../ui/time.tsx'
import { type Held, holdsQuery } from './api.ts'

const COLUMNS: Column<Held>[] = [
  { name: 'Held for', grow: 2, show: held => held.operation },
  { name: 'Credits', right: true, show: held => held.credits.toLocaleString() },
  { name: 'Key', show: held => held.key },
  { name: 'Since', show: held => <Time at={held.since} /> },
  { name: 'By', grow: 2, show: held => <Holder held={held} /> },
]

/** Jobs and batches have a page; a call ends with its answer. */
function Holder({ held: { kind, id } }: { held: Held }) {
  if (kind === 'call') return <span className="mono">{id}</span>
  return (
    <Anchor
      component={Link}
      to={kind === 'job' ? `/jobs/${id}` : `/batches/${id}`}
      className="mono"
      size="sm"
    >
      {id}
    </Anchor>
  )
}

/** The running calls, open jobs and batches that credits are set aside for; nothing while there is none. */
export function Holds({ account }: { account: string }) {
  const holds = useQuery(holdsQuery(account))
  const rows = holds.data?.data ?? []
  if (!rows.length) return null
  return <DataTable label="Held credits" rows={rows} idOf={held => held.id} columns={COLUMNS} />
}
