import { Stack, Tabs, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../lib/service/account.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { PageSkeleton } from '../../ui/page/skeletons.tsx'
import { toolsQuery } from './api.ts'
import { addressWith, DEFAULT, type ToolSelection } from './choice.ts'
import { CLIENTS, type Client } from './client-list.ts'
import { ConnectHeading } from './connect-heading.tsx'
import { LastCall } from './last-call.tsx'
import { SetUp } from './set-up.tsx'
import { ToolChoice } from './tool-choice.tsx'

/** The page that connects AI tools to Winnow: a key and a set-up for each, and the choice of tools. */
export function ConnectPage() {
  const account = useAccount()
  const tools = useQuery(toolsQuery)
  const [choice, setChoice] = useState<ToolSelection>(DEFAULT)
  return (
    <Page title="Connect" heading={<ConnectHeading view="tools" />}>
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

/** Element ids cannot contain spaces. */
const idOf = ({ name }: Client) => name.toLowerCase().replaceAll(' ', '-')

/** The known AI tools, each with its set-up. */
function Clients({ account, url }: { account: string; url: string }) {
  const isWide = useMediaQuery('(min-width: 900px)', true)
  return (
    <Stack gap={12} component="section" aria-label="Set up">
      <Title order={2}>Set up</Title>
      <Tabs
        defaultValue={idOf(CLIENTS[0]!)}
        orientation={isWide ? 'vertical' : 'horizontal'}
        keepMounted={false}
        variant="pills"
        styles={{ tab: { justifyContent: 'flex-start' }, tabLabel: { textAlign: 'left' } }}
      >
        <Tabs.List w={isWide ? 160 : undefined}>
          {CLIENTS.map(client => (
            <Tabs.Tab key={client.name} value={idOf(client)}>
              {client.name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {CLIENTS.map(client => (
          <Tabs.Panel
            key={client.name}
            value={idOf(client)}
            pl={isWide ? 24 : 0}
            pt={isWide ? 0 : 16}
            miw={0}
          >
            <SetUp client={client} account={account} url={url} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  )
}
