import { AppShell } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { useAccount } from '../lib/account.ts'
import { CallError } from '../lib/call-error.ts'
import { signIn } from '../lib/client.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { PageSkeleton } from '../ui/skeletons.tsx'
import { Habits } from './habits.tsx'
import { Navigation } from './navigation.tsx'
import classes from './shell.module.css'
import { SignedOut } from './signed-out.tsx'
import { StatusBar } from './status-bar.tsx'
import { useNarrow } from './use-narrow.ts'

const isSignedOut = (error: unknown) => error instanceof CallError && error.status === 401

/** The frame around every page: navigation, status, palette and keys. */
export function Shell() {
  const account = useAccount()
  const session = useQuery({ queryKey: ['session', account], queryFn: signIn, staleTime: Infinity })
  const [narrow, toggleNarrow] = useNarrow()
  if (isSignedOut(session.error)) return <SignedOut />
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
