import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import { Page } from '../../ui/page/page.tsx'
import { Addresses } from './addresses.tsx'
import { usageQuery } from './api.ts'
import { Errors } from './errors.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Health } from './health.tsx'
import { Running } from './running.tsx'
import { Usage } from './usage.tsx'

/** The service at a glance: what happens, first steps, health, usage, errors, addresses. */
export function OverviewPage() {
  const account = useAccount()
  return (
    <Page title="Overview">
      <Stack gap={32}>
        <Running />
        <FirstSteps key={account} account={account} />
        <Health />
        <Calls account={account} />
        <Addresses />
      </Stack>
    </Page>
  )
}

/** The usage and its errors, once there was a call. */
function Calls({ account }: { account: string }) {
  const usage = useQuery(usageQuery(account, 'quarter'))
  if (!usage.isError && !usage.data?.data.length) return null
  return (
    <>
      <Usage />
      <Errors />
    </>
  )
}
