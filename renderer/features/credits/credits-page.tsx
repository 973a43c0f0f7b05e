import { Anchor, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAccount } from '../../lib/service/account.ts'
import { accountsQuery, creditsQuery } from '../../lib/service/machine.ts'
import { Figure } from '../../ui/figure.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import type { Column } from '../../ui/lists/table-options.ts'
import { numberText } from '../../ui/number-text.ts'
import { operationName } from '../../ui/operation-name.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { cutId, ID_PX, ShownId } from '../../ui/shown-id.tsx'
import { Time } from '../../ui/time.tsx'
import { AddCredits } from './add-credits.tsx'
import { type Hold, holdsQuery } from './api.ts'
import { Grants } from './grants.tsx'
import { Ledger } from './ledger.tsx'
import { Spent } from './spent.tsx'

/** The page of the account's credits: the balance, what they are spent on, and how they are granted. */
export function CreditsPage() {
  const account = useAccount()
  return (
    <Page title="Credits" action={<AddCredits key={account} account={account} />}>
      <Stack gap={32}>
        <Balance account={account} />
        <Spent account={account} />
        <Grants account={account} />
        <Ledger key={account} account={account} />
      </Stack>
    </Page>
  )
}

/** Shows the balance, the available credits, and what the others are held for. */
function Balance({ account }: { account: string }) {
  const credits = useQuery(creditsQuery(account))
  const accounts = useQuery(accountsQuery)
  if (credits.isPending || accounts.isPending) return <RowsSkeleton rows={2} />
  if (credits.isError) return <ErrorNotice error={credits.error} onRetry={() => void credits.refetch()} />
  if (accounts.isError) return <ErrorNotice error={accounts.error} onRetry={() => void accounts.refetch()} />
  const unlimited = accounts.data.data.find(({ name }) => name === account)?.unlimited
  const { available, balance, held } = credits.data
  return (
    <Stack gap={16}>
      <Group gap="16px 48px" align="flex-start">
        <Figure name="Available" note={unlimited ? 'calls are free' : 'for new calls'}>
          {unlimited ? 'unlimited' : numberText(available)}
        </Figure>
        <Figure name="Held" note="reserved for running and waiting work">
          {numberText(held)}
        </Figure>
        <Figure name="Balance" note="available and held">
          {numberText(balance)}
        </Figure>
      </Group>
      <Holds account={account} />
    </Stack>
  )
}

const COLUMNS: Column<Hold>[] = [
  { name: 'Held for', grow: 2, show: hold => operationName(hold.operation) },
  { name: 'Credits', right: true, show: hold => numberText(hold.credits) },
  { name: 'Key', show: hold => hold.key },
  { name: 'Since', show: hold => <Time at={hold.since} /> },
  { name: 'Call, job or batch', grow: 2, least: ID_PX, show: hold => <Holder held={hold} /> },
]

/** Links to the page of a job or batch. A call has no page, since it ends with its answer. */
function Holder({ held: { kind, id } }: { held: Hold }) {
  if (kind === 'call') return <ShownId id={id} />
  return (
    <Anchor
      component={Link}
      to={kind === 'job' ? `/jobs/${id}` : `/batches/${id}`}
      className="mono"
      size="sm"
      title={id}
    >
      {cutId(id)}
    </Anchor>
  )
}

/** Lists the running calls, open jobs and batches that credits are held for; hidden if there are none. */
function Holds({ account }: { account: string }) {
  const holds = useQuery(holdsQuery(account))
  if (holds.isError) return <ErrorNotice error={holds.error} onRetry={() => void holds.refetch()} />
  const rows = holds.data?.data ?? []
  if (!rows.length) return null
  return <DataTable label="Held credits" rows={rows} idOf={hold => hold.id} columns={COLUMNS} />
}
