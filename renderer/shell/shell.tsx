import { AppShell, Kbd, UnstyledButton } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Outlet, useBlocker, useLocation, useNavigate } from 'react-router'
import { hasInvalidText } from '../lib/drafts/guard-edits.ts'
import { loadCode } from '../lib/load-code.ts'
import { modKey } from '../lib/mod-key.ts'
import { useAccount } from '../lib/service/account.ts'
import { type OutputOf, signIn } from '../lib/service/client.ts'
import { useConnection } from '../lib/service/connection.ts'
import { accountsQuery, creditsQuery, statusQuery } from '../lib/service/machine.ts'
import { refreshQueries } from '../lib/service/refresh.ts'
import { NAV_PAGES } from '../routes.tsx'
import { counted } from '../ui/counted.ts'
import { reportTextValidity } from '../ui/form/is-written.ts'
import { ErrorNotice } from '../ui/page/error-notice.tsx'
import { PageSkeleton } from '../ui/page/skeletons.tsx'
import { StateDot } from '../ui/state-dot.tsx'
import { AwayNotice } from './away-notice.tsx'
import { Navigation } from './navigation.tsx'
import classes from './shell.module.css'
import { Unread } from './unread.tsx'
import { useEarlyKeys } from './use-early-keys.ts'
import { useKeys } from './use-keys.ts'

/** The frame around every page: navigation, status, palette and shortcuts. */
export function Shell() {
  const account = useAccount()
  const signInQuery = useQuery({ queryKey: ['sign-in', account], queryFn: signIn, staleTime: Infinity })
  const [narrow, toggleNarrow] = useNarrow()
  const [dialog, setDialog] = useState<Dialog>(null)
  const connection = useConnection()
  useRefresh(account, signInQuery.isSuccess)
  useNewPage(() => setDialog(null))
  if (connection === 'signed-out' && !signInQuery.isSuccess)
    return (
      <Suspense>
        <SignIn />
      </Suspense>
    )
  return (
    <AppShell navbar={{ width: narrow ? 56 : 208, breakpoint: 0 }} footer={{ height: 28 }}>
      <SkipLink />
      <AppShell.Navbar className={classes.navbar}>
        <Navigation narrow={narrow} onToggle={toggleNarrow} />
      </AppShell.Navbar>
      <AppShell.Main className={classes.main} id={MAIN_ID} tabIndex={-1}>
        <Suspense fallback={<PageSkeleton />}>
          <Content
            error={signInQuery.error}
            ready={signInQuery.isSuccess}
            onRetry={() => void signInQuery.refetch()}
          />
        </Suspense>
      </AppShell.Main>
      <AwayNotice />
      <AppShell.Footer className={classes.footer}>
        <StatusBar ready={signInQuery.isSuccess} />
        {signInQuery.isSuccess && <ShortcutHints onOpen={setDialog} />}
      </AppShell.Footer>
      <Shortcuts ready={signInQuery.isSuccess} shown={dialog} show={setDialog} />
      <LeaveGuard />
      <Suspense>{connection === 'signed-out' && <SignInAgain />}</Suspense>
    </AppShell>
  )
}

/** Keeps the data on screen in step with the store. */
function useRefresh(account: string, ready: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!ready) return
    const controller = new AbortController()
    refreshQueries(queries, account, controller.signal)
    return () => controller.abort()
  }, [queries, account, ready])
}

/** A closing dialog returns the focus after its transition. */
const DIALOG_CLOSED_MS = 250

/**
 * Calls `onLeave` when another page is shown, such as by Back, and then focuses its heading if nothing has the focus: keys
 * and the palette open pages without a link that could keep it.
 */
function useNewPage(onLeave: () => void): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    leave()
    const timer = setTimeout(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    }, DIALOG_CLOSED_MS)
    return () => clearTimeout(timer)
  }, [pathname])
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

const Palette = lazy(async () => ({ default: (await loadCode(() => import('./palette.tsx'))).Palette }))
const KeyHelp = lazy(async () => ({ default: (await loadCode(() => import('./key-help.tsx'))).KeyHelp }))

const SignIn = lazy(async () => ({ default: (await loadCode(() => import('./sign-in.tsx'))).SignIn }))
const SignInAgain = lazy(async () => ({
  default: (await loadCode(() => import('./sign-in.tsx'))).SignInAgain,
}))

const LeaveQuestion = lazy(async () => ({
  default: (await loadCode(() => import('./leave-question.tsx'))).LeaveQuestion,
}))

/** Asks before a link discards an invalid text, as the browser does before it loads another page. */
function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => from.pathname !== to.pathname && hasInvalidText(),
  )
  if (blocker.state !== 'blocked') return null
  const stay = () => {
    blocker.reset()
    reportTextValidity(document)
  }
  return (
    <Suspense>
      <LeaveQuestion onLeave={blocker.proceed} onStay={stay} />
    </Suspense>
  )
}

const MAIN_ID = 'content'

/** Moves the focus past the navigation. Visible only while it has the focus. */
const SkipLink = () => (
  <a
    className={classes.skip}
    href={`#${MAIN_ID}`}
    onClick={event => {
      event.preventDefault()
      document.getElementById(MAIN_ID)?.focus()
    }}
  >
    Skip to content
  </a>
)

/** The dialog over the page; null if there is none. */
type Dialog = 'palette' | 'keys' | null
type OpenDialog = (dialog: Dialog) => void

/** The command palette and the keyboard shortcuts, loaded on first use. */
function Shortcuts({ ready, shown, show }: { ready: boolean; shown: Dialog; show: OpenDialog }) {
  const navigate = useNavigate()
  useKeys({
    palette: () => ready && show('palette'),
    help: () => show('keys'),
    jump: key => {
      const page = NAV_PAGES.find(candidate => candidate.key === key)
      if (page) void navigate(page.path)
    },
  })
  if (shown === 'palette') return <OpenPalette onClose={() => show(null)} onKeys={() => show('keys')} />
  return <Suspense>{shown === 'keys' && <KeyHelp onClose={() => show(null)} />}</Suspense>
}

/** The open palette. What is typed while its code is loading arrives in its search. */
function OpenPalette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const [query, setQuery] = useState('')
  const [isReady, setReady] = useState(false)
  useEarlyKeys(!isReady, setQuery, onClose)
  return (
    <Suspense>
      <Palette
        query={query}
        onQuery={setQuery}
        onReady={() => setReady(true)}
        onClose={onClose}
        onKeys={onKeys}
      />
    </Suspense>
  )
}

/** Says what is running: `2 calls, 4 jobs and 1 batch running`. Empty if nothing is. */
function runningText({ running, jobs, batches, workflow_runs }: OutputOf<'status'>): string[] {
  const counts: [count: number, noun: string, plural: string][] = [
    [running, 'call', 'calls'],
    [jobs, 'job', 'jobs'],
    [batches, 'batch', 'batches'],
    [workflow_runs, 'workflow run', 'workflow runs'],
  ]
  const parts = counts.filter(([count]) => count > 0).map(([count, ...nouns]) => counted(count, ...nouns))
  return parts.length ? [`${new Intl.ListFormat('en').format(parts)} running`] : []
}

/** The address of the service, what is running, and credits. */
function StatusBar({ ready }: { ready: boolean }) {
  const account = useAccount()
  const status = useQuery({ ...statusQuery, enabled: ready })
  const credits = useQuery({ ...creditsQuery(account), enabled: ready })
  const accounts = useQuery({ ...accountsQuery, enabled: ready })
  const isUnlimited = accounts.data?.data.find(({ name }) => name === account)?.unlimited
  if (useConnection() === 'away') return <StateDot state="warn">Reconnecting…</StateDot>
  if (status.isError) return <Unread />
  if (!status.data) return <StateDot state="quiet">Connecting…</StateDot>
  const facts = [
    ...runningText(status.data),
    ...(credits.data && !accounts.isPending
      ? [isUnlimited ? 'unlimited credits' : counted(credits.data.available, 'credit')]
      : []),
  ]
  return (
    <>
      <StateDot state="good">{new URL(status.data.address).host}</StateDot>
      <span className={`tabular ${classes.facts}`} title={facts.join(' · ')}>
        {facts.map(fact => `\u00a0· ${fact}`)}
      </span>
      <Unread />
    </>
  )
}

/** Buttons that open the palette and the shortcuts, labelled with their keys. */
const ShortcutHints = ({ onOpen }: { onOpen: OpenDialog }) => (
  <span className={classes.shortcuts}>
    <UnstyledButton className={classes.shortcut!} onClick={() => onOpen('palette')}>
      <Kbd size="xs">{modKey}</Kbd> <Kbd size="xs">K</Kbd> <span>to find anything</span>
    </UnstyledButton>
    <UnstyledButton className={classes.shortcut!} onClick={() => onOpen('keys')}>
      <Kbd size="xs">?</Kbd> <span>for shortcuts</span>
    </UnstyledButton>
  </span>
)

/** Whether the navigation shows icons only: by choice, or because the window is narrower than 800 px. */
function useNarrow(): [narrow: boolean, toggle: () => void] {
  const [prefersNarrow, setPrefersNarrow] = useLocalStorage({ key: 'winnow.narrow', defaultValue: false })
  const isSmallWindow = useMediaQuery('(max-width: 800px)')
  return [prefersNarrow || Boolean(isSmallWindow), () => setPrefersNarrow(before => !before)]
}
