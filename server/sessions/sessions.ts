import { AppError } from '../base/errors.ts'
import { MINUTE } from '../base/times.ts'
import type { Browser, LoginWindow } from '../pages/browser/browser.ts'
import { coversHost, type HostPattern, reachesHost } from '../pages/sessions/host-patterns.ts'
import { logInAgain, sessionEmpty, sessionExpired } from '../pages/sessions/logged-out.ts'
import {
  changesOf,
  createSession,
  type Session,
  type SessionState,
  stateOf,
} from '../pages/sessions/session.ts'
import type { Store } from '../store/open-store.ts'
import type { SessionRecord } from '../store/sessions.ts'

/** Identifies a session. */
export interface SessionRef {
  accountId: string
  id: string
}

/** Sessions, as used by page requests. */
export interface Sessions {
  /**
   * Runs `work` with a session, and stores what its sites change meanwhile. Throws `session_expired` if nobody is logged in, or
   * if the site refused the session a short time ago; marks the session as expired if `work` throws that.
   */
  use<T>(sessionRef: SessionRef, work: (session: Session) => Promise<T>): Promise<T>
  /** Notes that the site returned a page for the session. */
  noteWelcome(sessionRef: SessionRef): Promise<void>
  /**
   * Marks the session as expired. `seen` says how the site showed that; `login` is the result of `loginOf` from before the page
   * was fetched, so that a later login is left alone. Returns the error for the user.
   */
  noteExpired(sessionRef: SessionRef, seen: string, login: string): Promise<AppError>
  /** Identifies the current login. It changes with each login, so that pages kept for one are not used for the next. */
  loginOf(sessionRef: SessionRef): string
}

/** Sessions, as used by the service that owns them. */
export interface OwnSessions extends Sessions {
  /** Stores a new login. Changes to the old one by requests that are still running are dropped. */
  logIn(sessionRef: SessionRef, state: SessionState): Promise<void>
  /** Lets the next request ask the site, although it refused the session a short time ago. */
  tryAgain(sessionRef: SessionRef): Promise<void>
  /**
   * Opens a window for a person to log in. The state of the sites is stored once the window is closed. Resolves when the window
   * is open. Throws `conflict` if the session already has a window, and whatever `Browser.logIn` throws.
   */
  openWindow(sessionRef: SessionRef, url: string): Promise<void>
  /** Whether the window of a session is open. */
  isOpen(id: string): boolean
  /** Call after a change of its hosts: drops cookies and storage of other hosts. */
  changed(sessionRef: SessionRef): Promise<void>
  /** Call after its deletion: closes its window. */
  forget(sessionRef: SessionRef): Promise<void>
}

interface SessionsDependencies {
  store: Pick<Store, 'sessions'>
  browser: Pick<Browser, 'logIn'>
  now(): number
  report(error: unknown): void
}

/** A session that is in use or was used recently. */
interface LiveSession {
  session: Session
  /** Number of requests that use it now. */
  users: number
  isDirty: boolean
  /** When its last use was stored. */
  usedAt: number
}

/** How long after a refusal requests fail without asking the site. */
const REFUSAL_PAUSE_MS = 10 * MINUTE
/** The last use of a session is stored at most this often. */
const LAST_USE_INTERVAL_MS = MINUTE
/** Maximum number of sessions in memory. Others are read again when they are used. */
const MAX_LIVE_SESSIONS = 200

export function createSessions({
  store: { sessions },
  browser,
  now,
  report,
}: SessionsDependencies): OwnSessions {
  const live = new Map<string, LiveSession>()
  /** Includes windows that are being opened. */
  const windows = new Map<string, Promise<LoginWindow>>()

  function liveOf(record: SessionRecord): LiveSession {
    const known = live.get(record.id)
    if (known) return known
    const state = sessions.open(record.id)
    if (!state) throw sealedSession(record.name)
    const changed = () => {
      one.isDirty = true
    }
    const session = createSession({ terms: record, state, now, changed })
    const one: LiveSession = { session, users: 0, isDirty: false, usedAt: 0 }
    live.set(record.id, one)
    if (live.size > MAX_LIVE_SESSIONS) dropIdle()
    return one
  }

  function dropIdle(): void {
    const idle = [...live].find(([, { users }]) => users === 0)
    if (idle) live.delete(idle[0])
  }

  /** Does not store a login that has been replaced. */
  async function save(id: string, one: LiveSession): Promise<void> {
    if (one.isDirty && live.get(id) === one) {
      one.isDirty = false
      await sessions.keep(id, stateOf(one.session))
    }
    if (now() - one.usedAt > LAST_USE_INTERVAL_MS) {
      one.usedAt = now()
      await sessions.noteUse(id, now())
    }
  }

  function assertUsable(accountId: string, record: SessionRecord): void {
    if (record.state === 'sealed') throw sealedSession(record.name)
    if (record.state === 'empty') throw sessionEmpty(record.name, record.logged_in_at !== null)
    const refusedAt = sessions.refusedAt(accountId, record.id)
    const left = refusedAt === null ? 0 : refusedAt + REFUSAL_PAUSE_MS - now()
    if (left > 0) throw stillExpired(record.name, Math.ceil(left / 1000))
  }

  const loginIn = (id: string, record: SessionRecord | null) => `${id} ${record?.logged_in_at}`
  const loginOf = ({ accountId, id }: SessionRef) => loginIn(id, sessions.read(accountId, id))

  const noteRefusal = (sessionRef: SessionRef, login: string): Promise<void> =>
    sessions.noteExpired(sessionRef.accountId, sessionRef.id, now(), () => loginOf(sessionRef) === login)

  async function noteExpired(sessionRef: SessionRef, seen: string, login: string): Promise<AppError> {
    const { accountId, id } = sessionRef
    await noteRefusal(sessionRef, login)
    return sessionExpired({ name: sessions.read(accountId, id)?.name ?? id }, seen)
  }

  async function logIn({ id }: SessionRef, state: SessionState): Promise<void> {
    live.delete(id)
    await sessions.logIn(id, state, now())
  }

  async function openWindow(sessionRef: SessionRef, url: string): Promise<void> {
    const { accountId, id } = sessionRef
    const record = sessions.read(accountId, id)
    if (!record) throw unknownSession(id)
    if (windows.has(id)) throw windowAlreadyOpen(record.name)
    const state = sessions.open(id) ?? NOTHING
    const session = createSession({ terms: record, state, now })
    const opening = browser.logIn(session, url)
    windows.set(id, opening)
    const window = await opening.catch(error => {
      windows.delete(id)
      throw error
    })
    void window.closed.then(() => keepWindow(sessionRef, session, state)).catch(report)
  }

  /** Leaves the session as it is if the window was closed without a login to its hosts, which may have changed meanwhile. */
  async function keepWindow(sessionRef: SessionRef, session: Session, before: SessionState): Promise<void> {
    const hosts = sessions.read(sessionRef.accountId, sessionRef.id)?.hosts ?? []
    const after = forHosts(stateOf(session), hosts)
    const { cookies, storage } = changesOf(forHosts(before, hosts), after)
    try {
      if (windows.has(sessionRef.id) && cookies.length + storage.length > 0) await logIn(sessionRef, after)
    } finally {
      // Whoever waits for the window to close reads the session afterwards.
      windows.delete(sessionRef.id)
    }
  }

  return {
    async use(place, work) {
      const { accountId, id } = place
      const record = sessions.read(accountId, id)
      if (!record) throw unknownSession(id)
      assertUsable(accountId, record)
      const one = liveOf(record)
      const login = loginIn(id, record)
      one.users++
      try {
        return await work(one.session)
      } catch (error) {
        if (error instanceof AppError && error.code === 'session_expired') await noteRefusal(place, login)
        throw error
      } finally {
        one.users--
        await save(id, one)
      }
    },
    async noteWelcome({ accountId, id }) {
      if (sessions.read(accountId, id)?.expired_at) await sessions.noteWelcome(id)
    },
    noteExpired,
    loginOf,
    tryAgain: ({ id }) => sessions.clearRefusal(id),
    logIn,
    openWindow,
    isOpen: id => windows.has(id),
    async changed({ accountId, id }) {
      const record = sessions.read(accountId, id)
      const state = record && (live.get(id) ? stateOf(live.get(id)!.session) : sessions.open(id))
      live.delete(id)
      if (record && state) await sessions.keep(id, forHosts(state, record.hosts))
    },
    async forget({ id }) {
      live.delete(id)
      const window = windows.get(id)
      windows.delete(id)
      // If the window does not open, `openWindow` throws the reason.
      await window?.then(
        ({ close }) => close(),
        () => undefined,
      )
    },
  }
}

const forHosts = ({ cookies, storage }: SessionState, hosts: readonly HostPattern[]): SessionState => ({
  cookies: cookies.filter(cookie => reachesHost(cookie, hosts)),
  storage: storage.filter(({ origin }) => coversHost(hosts, new URL(origin).hostname)),
})

const NOTHING: SessionState = { cookies: [], storage: [] }

const windowAlreadyOpen = (name: string) =>
  new AppError('conflict', `The window of the session ${name} is already open.`, {
    hint: 'Log in there, and close it.',
  })

const unknownSession = (id: string) =>
  new AppError('invalid_input', `There is no session ${id}.`, {
    field: 'fetch.session',
    hint: 'Choose one that there is (see `GET /v1/sessions`), or fetch without a session: null.',
  })

const sealedSession = (name: string) =>
  new AppError(
    'unavailable_service',
    `The session ${name} is sealed with a keychain that is not available here.`,
    {
      hint: `Start Winnow as the desktop app on the machine where it was sealed. ${logInAgain(name)}`,
    },
  )

const stillExpired = (name: string, seconds: number) =>
  new AppError('session_expired', `The session ${name} has expired, and the site was not asked again.`, {
    hint: `${logInAgain(name)} Or try it at once with \`POST /v1/sessions/{id}/test\`.`,
    retryAfter: seconds,
  })
