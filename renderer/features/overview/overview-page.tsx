import { Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { loadCode } from '../../lib/load-code.ts'
import { useAccount } from '../../lib/service/account.ts'
import { Page } from '../../ui/page/page.tsx'
import { Addresses } from './addresses.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Health } from './health.tsx'
import { Running } from './running.tsx'

// Charts and tables are large, so their code loads together with their data, after the page is shown.
const Calls = lazy(async () => ({ default: (await loadCode(() => import('./calls.tsx'))).Calls }))

/** The overview of the service: work in progress, first steps, health, usage, errors and addresses. */
export function OverviewPage() {
  const account = useAccount()
  return (
    <Page title="Overview">
      <Stack gap={32}>
        <Running />
        <FirstSteps key={account} account={account} />
        <Health />
        <Suspense>
          <Calls />
        </Suspense>
        <Addresses />
      </Stack>
    </Page>
  )
}
