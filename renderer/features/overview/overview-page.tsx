import { Stack } from '@mantine/core'
import { Page } from '../../ui/page.tsx'
import { Addresses } from './addresses.tsx'

/** How the service is, at one look. */
export function OverviewPage() {
  return (
    <Page title="Overview">
      <Stack gap={24}>
        <Addresses />
      </Stack>
    </Page>
  )
}
