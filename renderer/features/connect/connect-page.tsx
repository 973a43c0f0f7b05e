import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../lib/account.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { toolsQuery } from './api.ts'
import { addressWith, type Choice, DEFAULT } from './choice.ts'
import { Clients } from './clients.tsx'
import { LastCall } from './last-call.tsx'
import { ToolChoice } from './tool-choice.tsx'

/** Points AI tools at Winnow: a key and a set-up for each, and which tools it sees. */
export function ConnectPage() {
  const account = useAccount()
  const tools = useQuery(toolsQuery)
  const [choice, setChoice] = useState<Choice>(DEFAULT)
  return (
    <Page title="Connect AI">
      {tools.isPending && <PageSkeleton />}
      {tools.error && <ErrorNotice error={tools.error} onRetry={() => void tools.refetch()} />}
      {tools.data && (
        <Stack gap={32}>
          <LastCall address={tools.data.address} account={account} />
          <Clients key={account} account={account} url={addressWith(tools.data.address, choice)} />
          <ToolChoice tools={tools.data.data} choice={choice} onChange={setChoice} />
        </Stack>
      )}
    </Page>
  )
}
