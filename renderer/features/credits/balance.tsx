import { Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accountsQuery, creditsQuery } from '../../lib/machine.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Figure } from '../../ui/figure.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { Holds } from './holds.tsx'

/** How many credits there are, how many are free, and what holds the others. */
export function Balance({ account }: { account: string }) {
  const credits = useQuery(creditsQuery(account))
  const accounts = useQuery(accountsQuery)
  const unlimited = accounts.data?.data.find(({ name }) => name === account)?.unlimited
  if (credits.isPending) return <RowsSkeleton rows={2} />
  if (credits.isError) return <ErrorNotice error={credits.error} onRetry={() => void credits.refetch()} />
  const { available, balance, held } = credits.data
  return (
    <Stack gap={16}>
      <Group gap={48} align="flex-start">
        <Figure name="Available" note={unlimited ? 'calls cost nothing' : 'what calls can spend'}>
          {unlimited ? 'unlimited' : available.toLocaleString()}
        </Figure>
        <Figure name="Held" note="set aside for what runs or waits">
          {held.toLocaleString()}
        </Figure>
        <Figure name="Balance" note="the sum of the ledger">
          {balance.toLocaleString()}
        </Figure>
      </Group>
      <Holds account={account} />
    </Stack>
  )
}
