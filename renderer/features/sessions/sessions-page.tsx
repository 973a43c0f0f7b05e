import { Button, Drawer, Paper, Stack, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNewForm } from '../../lib/new-form.ts'
import { useAccount } from '../../lib/service/account.ts'
import { rowsOf } from '../../ui/lists/paged-rows.tsx'
import { SearchedRows, useListSearch } from '../../ui/lists/searched-rows.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ExampleRows } from '../../ui/page/example-rows.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Platforms } from '../../ui/platforms.tsx'
import { type Session, sessionsQuery } from './api.ts'
import { ImportCookies } from './import-cookies.tsx'
import { EditSession, NewSession } from './session-form.tsx'
import { type SessionAction, SessionsTable } from './sessions-table.tsx'

/** The page that creates, tests, changes and deletes the account's sessions, and logs them in. */
export function SessionsPage() {
  const account = useAccount()
  const { isOpen: creating, setOpen: setCreating, opener } = useNewForm('session new')
  const button = (
    <Button ref={opener} leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      New session
    </Button>
  )
  return (
    <Page title="Sessions" action={!creating && button}>
      <Stack gap={24}>
        {creating && (
          <Paper key={account} withBorder p={16} maw={720} component="section" aria-label="New session">
            <NewSession onClose={() => setCreating(false)} />
          </Paper>
        )}
        <Sessions account={account} />
        <section aria-labelledby="platforms">
          <Title id="platforms" order={2} mb={8}>
            Platforms of the prebuilt APIs
          </Title>
          <Platforms />
        </section>
      </Stack>
    </Page>
  )
}

function Sessions({ account }: { account: string }) {
  const search = useListSearch()
  const sessions = useInfiniteQuery(sessionsQuery(account, search.wanted))
  const [open, setOpen] = useState<{ action: SessionAction; session: Session } | null>(null)
  const close = () => setOpen(null)
  const currentOf = (session: Session) => rowsOf(sessions).find(({ id }) => id === session.id) ?? session
  return (
    <>
      <SearchedRows query={sessions} search={search} noun="session" empty={<NoSessions />}>
        {(rows, fetchMore) => (
          <SessionsTable
            sessions={rows}
            onEnd={fetchMore}
            onAction={(action, session) => setOpen({ action, session })}
          />
        )}
      </SearchedRows>
      <Drawer opened={open?.action === 'edit'} onClose={close} title="Edit session" size="lg">
        {open && <EditSession session={currentOf(open.session)} onClose={close} />}
      </Drawer>
      <Drawer opened={open?.action === 'import'} onClose={close} title="Import cookies" size="lg">
        {open && <ImportCookies session={open.session} />}
      </Drawer>
    </>
  )
}

const NoSessions = () => (
  <EmptyState
    docs={{ guide: 'sessions', text: 'Guide to sessions' }}
    example={
      <ExampleRows of="session-list">
        {rows => <SessionsTable sessions={rows} onEnd={() => undefined} onAction={() => undefined} />}
      </ExampleRows>
    }
  >
    A session is a login to a site: parsers that name it read the pages that you see there. Its cookies go to
    its hosts alone.
  </EmptyState>
)
