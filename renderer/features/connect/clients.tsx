import { Stack, Tabs, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { CLIENTS, type Client } from './client-list.ts'
import { SetUp } from './set-up.tsx'

/** Ids of elements hold no spaces. */
const idOf = ({ name }: Client) => name.toLowerCase().replaceAll(' ', '-')

/** The known AI tools, and how each is set up. */
export function Clients({ account, url }: { account: string; url: string }) {
  const wide = useMediaQuery('(min-width: 900px)', true)
  return (
    <Stack gap={12} component="section" aria-label="Set up">
      <Title order={2}>Set up</Title>
      <Tabs
        defaultValue={idOf(CLIENTS[0]!)}
        orientation={wide ? 'vertical' : 'horizontal'}
        keepMounted={false}
        variant="pills"
        styles={{ tab: { justifyContent: 'flex-start' }, tabLabel: { textAlign: 'left' } }}
      >
        <Tabs.List w={wide ? 160 : undefined}>
          {CLIENTS.map(client => (
            <Tabs.Tab key={client.name} value={idOf(client)}>
              {client.name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {CLIENTS.map(client => (
          <Tabs.Panel key={client.name} value={idOf(client)} pl={wide ? 24 : 0} pt={wide ? 0 : 16} miw={0}>
            <SetUp client={client} account={account} url={url} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  )
}
