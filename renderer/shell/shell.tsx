import { AppShell, Center, Stack, Text, Title } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { useAccount } from '../lib/account.ts'
import { CallError } from '../lib/call-error.ts'
import { signIn } from '../lib/client.ts'
import { creditsQuery, statusQuery } from '../lib/machine.ts'
import { PLACES } from '../routes.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { counted } from '../ui/counted.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { PageSkeleton } from '../ui/skeletons.tsx'
import { StateDot } from '../ui/state-dot.tsx'
import { Logo } from './logo.tsx'
import { Navigation } from './navigation.tsx'
import classes from './shell.module.css'
import { useKeys } from './use-keys.ts'

const isSignedOut = (error: unknown): error is CallError => error instanceof CallError && error.status === 401

/** The frame around every page: navigation, status, palette and keys. */
export function Shell() {
  const account = useAccount()
  const session = useQuery({ queryKey: ['session', account], queryFn: signIn, staleTime: Infinity })
  const [narrow, toggleNarrow] = useNarrow()
  if (isSignedOut(session.error)) return <SignedOut hint={session.error.body.hint} />
  return (
    <AppShell navbar={{ width: narrow ? 56 : 208, breakpoint: 0 }} footer={{ height: 28 }}>
      <AppShell.Navbar className={classes.navbar}>
        <Navigation narrow={narrow} onToggle={toggleNarrow} />
      </AppShell.Navbar>
      <AppShell.Main className={classes.main}>
        <Suspense fallback={<PageSkeleton />}>
          <Content error={session.error} ready={session.isSuccess} onRetry={() => void session.refetch()} />
        </Suspense>
      </AppShell.Main>
      <AppShell.Footer className={classes.footer}>
        <StatusBar ready={session.isSuccess} />
      </AppShell.Footer>
      <Habits ready={session.isSuccess} />
    </AppShell>
  )
}

function Content({ error, ready, onRetry }: { error: unknown; ready: boolean; onRetry: () => void }) {
  if (error)
    return (
      <div className={classes.notice}>
        <ErrorNotice error={error} onRetry={onRetry} />
      </div>
    )
  return ready ? <Outlet /> : <PageSkeleton />
}

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const KeyHelp = lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }))

/** Command palette and keyboard jumps; what they need is loaded at their first use. */
function Habits({ ready }: { ready: boolean }) {
  const navigate = useNavigate()
  const [shown, show] = useState<'palette' | 'keys' | null>(null)
  useKeys({
    palette: () => ready && show('palette'),
    help: () => show('keys'),
    jump: key => {
      const place = PLACES.find(candidate => candidate.key === key)
      if (place) void navigate(place.path)
    },
  })
  return (
    <Suspense>
      {shown === 'palette' && <Palette onClose={() => show(null)} onKeys={() => show('keys')} />}
      {shown === 'keys' && <KeyHelp onClose={() => show(null)} />}
    </Suspense>
  )
}

/** What a window shows that came without an invitation, or too late. */
function SignedOut({ hint = '' }: { hint?: string | undefined }) {
  const [, command] = /`([^`]+)`/.exec(hint) ?? []
  return (
    <Center mih="100vh" p={24} component="main">
      <Stack maw={440} gap={16}>
        <Logo size={36} />
        <Title order={1}>This window is not signed in</Title>
        <Text>
          The address that Winnow prints signs one window in, within 15 minutes. This command prints another
          one, on the machine that Winnow runs on:
        </Text>
        {command && <CodeBlock code={command} what="the command" />}
      </Stack>
    </Center>
  )
}

/** Address, running calls, credits: what one wants to know on every page. */
function StatusBar({ ready }: { ready: boolean }) {
  const account = useAccount()
  const status = useQuery({ ...statusQuery, enabled: ready })
  const credits = useQuery({ ...creditsQuery(account), enabled: ready })
  if (status.isError) return <StateDot state="bad">Winnow does not answer</StateDot>
  if (!status.data) return <StateDot state="quiet">Connecting</StateDot>
  const facts = [
    counted(status.data.running, 'call running', 'calls running'),
    ...(credits.data ? [counted(credits.data.available, 'credit')] : []),
  ]
  return (
    <>
      <StateDot state="good">{new URL(status.data.address).host}</StateDot>
      <span className="tabular">&nbsp;· {facts.join(' · ')}</span>
    </>
  )
}

/** Whether the navigation shows icons alone: as chosen, and in every window under 800 px. */
function useNarrow(): [narrow: boolean, toggle: () => void] {
  const [chosen, choose] = useLocalStorage({ key: 'winnow.narrow', defaultValue: false })
  const small = useMediaQuery('(max-width: 800px)')
  return [chosen || Boolean(small), () => choose(before => !before)]
}
