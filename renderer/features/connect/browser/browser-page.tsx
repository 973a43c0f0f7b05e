import { Stack } from '@mantine/core'
import { useAccount } from '../../../lib/service/account.ts'
import { Page } from '../../../ui/page/page.tsx'
import { ConnectHeading } from '../connect-heading.tsx'
import { Bookmarklet } from './bookmarklet-section.tsx'
import { Download } from './download.tsx'
import { PairedBrowsers } from './paired-browsers.tsx'
import { PairingCode } from './pairing-code.tsx'

/**
 * The page that connects browsers to Winnow: the extension, the code that pairs it, and the bookmarklet as an alternative.
 */
export function BrowserPage() {
  const account = useAccount()
  return (
    <Page title="Connect" heading={<ConnectHeading view="browser" />}>
      <Stack gap={32}>
        <Download />
        <PairingCode key={account} account={account} />
        <PairedBrowsers account={account} />
        <Bookmarklet />
      </Stack>
    </Page>
  )
}
