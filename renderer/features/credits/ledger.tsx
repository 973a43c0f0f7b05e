import { Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { keysQuery } from '../../lib/service/machine.ts'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { ClearFilters, useFilters } from '../../ui/lists/filters.tsx'
import { TextLink } from '../../ui/lists/links.tsx'
import { PagedRows } from '../../ui/lists/paged-rows.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { LOCALE } from '../../ui/locale.ts'
import { operationName } from '../../ui/operation-name.ts'
import { SavedViews } from '../../ui/saved/saved-views.tsx'
import { cutId, ID_PX, ShownId } from '../../ui/shown-id.tsx'
import { Time } from '../../ui/time.tsx'
import { type Entry, LEDGER_FILTERS, type LedgerFilterValues, ledgerQuery } from './api.ts'

const KINDS: Record<Entry['kind'], string> = { grant: 'Granted', capture: 'Spent', adjust: 'Removed' }

type Keys = readonly { id: string; name: string }[] | undefined

const signedNumber = new Intl.NumberFormat(LOCALE, { signDisplay: 'exceptZero' })

/** The name shown for keys of windows and of the command line, which exist only in memory and are not listed. */
const MACHINE_NAME = 'Winnow'

/** Names a key; shows its id while the keys are not loaded. */
const keyName = (id: string, keys: Keys): string =>
  keys ? (keys.find(key => key.id === id)?.name ?? MACHINE_NAME) : cutId(id)

const columns = (keys: Keys): Column<Entry>[] => [
  { name: 'When', show: entry => <Time at={entry.created_at} /> },
  { name: 'What', show: entry => KINDS[entry.kind] },
  { name: 'Credits', right: true, show: entry => signedNumber.format(entry.delta) },
  { name: 'For', grow: 2, show: entry => <PaidSubject entry={entry} /> },
  {
    name: 'Reference',
    grow: 3,
    least: ID_PX,
    show: ({ kind, subject }) =>
      kind === 'capture' && <ShownId id={subject} what="the reference" to={pathOf(subject)} />,
  },
  {
    name: 'Key',
    grow: 2,
    show: ({ key_id }) => key_id && <span title={key_id}>{keyName(key_id, keys)}</span>,
  },
]

/** The reason for a grant or a removal, by the prefix of its subject. */
const GRANTS = [
  ['birth', 'the new account'],
  ['monthly:', 'the monthly grant'],
  ['owner:', 'a change by hand'],
] as const

/** Returns the page of the job or workflow run that a reference names; null for the id of a request. */
function pathOf(subject: string): string | null {
  const [work = '', node] = subject.split('/')
  if (work.startsWith('job_')) return `/jobs/${work}`
  return work.startsWith('run_') ? `/runs/${work}${node ? `?step=${encodeURIComponent(node)}` : ''}` : null
}

/** Names the operation that was paid for, with a link to its job or workflow run. */
function PaidSubject({ entry: { subject, operation, kind } }: { entry: Entry }) {
  if (kind !== 'capture') return GRANTS.find(([begin]) => subject.startsWith(begin))?.[1] ?? 'the balance'
  const name = operation ? operationName(operation) : subject.startsWith('req_') ? 'a call' : 'a job'
  const path = pathOf(subject)
  return path ? <TextLink to={path}>{name}</TextLink> : name
}

/** Lists every change of the balance, newest first. */
export function Ledger({ account }: { account: string }) {
  const filters = useFilters<LedgerFilterValues>(LEDGER_FILTERS)
  const { wanted, want } = filters
  return (
    <Stack gap={12} component="section">
      <Group justify="space-between">
        <Title order={2}>Ledger</Title>
        <Group gap={8}>
          <SearchField label="Search the ledger" value={wanted.q ?? ''} onSeek={q => want({ q })} />
          <NativeSelect
            size="xs"
            aria-label="Kind of entry"
            title={wanted.kind}
            data={[
              { value: '', label: 'Any entry' },
              ...Object.entries(KINDS).map(([value, label]) => ({ value, label })),
            ]}
            value={wanted.kind ?? ''}
            onChange={({ currentTarget }) => want({ kind: currentTarget.value })}
          />
          <SavedViews operation="ledger-list" of={{ account }} filters={filters} />
          <ClearFilters filters={filters} />
        </Group>
      </Group>
      <Entries account={account} wanted={wanted} />
    </Stack>
  )
}

function Entries({ account, wanted }: { account: string; wanted: LedgerFilterValues }) {
  const ledger = useInfiniteQuery(ledgerQuery(account, wanted))
  const keys = useQuery(keysQuery(account))
  return (
    <PagedRows query={ledger} empty={<Text c="dimmed">No matching entries.</Text>}>
      {(rows, fetchMore) => (
        <DataTable
          label="Ledger"
          rows={rows}
          idOf={entry => String(entry.seq)}
          columns={columns(keys.data?.data)}
          onEnd={fetchMore}
        />
      )}
    </PagedRows>
  )
}
