import { Group, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keysQuery } from '../../lib/machine.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { TextLink } from '../../ui/lists/links.tsx'
import { PagedRows } from '../../ui/lists/paged-rows.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { ShownId } from '../../ui/shown-id.tsx'
import { Time } from '../../ui/time.tsx'
import { type Entry, ledgerQuery, type Wanted } from './api.ts'

const KINDS: Record<Entry['kind'], string> = { grant: 'granted', capture: 'spent', adjust: 'removed' }
const TYPING_MS = 250

const signed = new Intl.NumberFormat(undefined, { signDisplay: 'exceptZero' })

/** Keys of windows and of the command line exist in memory only and are not listed. */
const FACE = 'Winnow'

const columns = (names: ReadonlyMap<string, string>): Column<Entry>[] => [
  { name: 'When', show: entry => <Time at={entry.created_at} /> },
  { name: 'What', show: entry => KINDS[entry.kind] },
  { name: 'Credits', right: true, show: entry => signed.format(entry.delta) },
  { name: 'For', grow: 2, show: entry => <Paid entry={entry} /> },
  { name: 'Reference', grow: 3, show: entry => <ShownId id={entry.subject} what="the reference" /> },
  {
    name: 'Key',
    grow: 2,
    show: ({ key_id }) => key_id && <span title={key_id}>{names.get(key_id) ?? FACE}</span>,
  },
]

/** The operation that was paid for, as a link to its job or workflow run. */
function Paid({ entry: { subject, operation, kind } }: { entry: Entry }) {
  if (kind !== 'capture') return 'the balance'
  const name = operation ?? (subject.startsWith('req_') ? 'a call' : 'a job')
  const [work, node] = subject.split('/')
  if (work?.startsWith('job_')) return <TextLink to={`/jobs/${work}`}>{name}</TextLink>
  return node ? <TextLink to={`/runs/${work}?step=${node}`}>{name}</TextLink> : name
}

/** Every change of the balance, newest first. */
export function Ledger({ account }: { account: string }) {
  const [kind, setKind] = useState<Entry['kind'] | 'all'>('all')
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search.trim(), TYPING_MS)
  return (
    <Stack gap={12} component="section">
      <Group justify="space-between">
        <Title order={2}>Ledger</Title>
        <Group gap={8}>
          <TextInput
            type="search"
            size="xs"
            w={220}
            aria-label="Search the ledger"
            placeholder="ID of a call, job or run"
            leftSection={<IconSearch size={14} aria-hidden />}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
          <SegmentedControl
            size="xs"
            aria-label="Kind of entry"
            value={kind}
            onChange={value => setKind(value as typeof kind)}
            data={[
              { value: 'all', label: 'all' },
              ...Object.entries(KINDS).map(([value, label]) => ({ value, label })),
            ]}
          />
        </Group>
      </Group>
      <Entries account={account} wanted={{ ...(kind !== 'all' && { kind }), ...(q && { q }) }} />
    </Stack>
  )
}

function Entries({ account, wanted }: { account: string; wanted: Wanted }) {
  const ledger = useInfiniteQuery(ledgerQuery(account, wanted))
  const keys = useQuery(keysQuery(account))
  const names = new Map(keys.data?.data.map(({ id, name }) => [id, name]))
  return (
    <PagedRows query={ledger} empty={<Text c="dimmed">No matching entries.</Text>}>
      {(rows, fetchMore) => (
        <DataTable
          label="Ledger"
          rows={rows}
          idOf={entry => String(entry.seq)}
          columns={columns(names)}
          onEnd={fetchMore}
        />
      )}
    </PagedRows>
  )
}
