import { Stack } from '@mantine/core'
import { Page } from '../../ui/page.tsx'
import { Addresses } from './addresses.tsx'
import { LastFailures } from './last-failures.tsx'
import { Usage } from './usage.tsx'

/** How the service is, at one look: where, how much, what went wrong. */
export function OverviewPage() {
  return (
    <Page title="Overview">
      <Stack gap={32}>
        <Addresses />
        <Usage />
        <LastFailures />
      </Stack>
    </Page>
  )
}
