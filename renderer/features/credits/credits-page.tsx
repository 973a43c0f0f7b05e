import { Stack } from '@mantine/core'
import { useAccount } from '../../lib/account.ts'
import { Page } from '../../ui/page.tsx'
import { AddCredits } from './add-credits.tsx'
import { Balance } from './balance.tsx'
import { Grants } from './grants.tsx'
import { Ledger } from './ledger.tsx'
import { Spent } from './spent.tsx'

/** Credits of the account: how many, where they go, how they come. */
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
