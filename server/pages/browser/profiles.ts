import { existsSync, mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { AppError } from '../../base/errors.ts'
import type { ContextCookies } from '../sessions/browser-state.ts'
import type { ForwardProxy, Pass } from './forward-proxy.ts'
import type { Identity } from './identity.ts'
import { explainOldBrowser, type Launch, loadChromium, notStarted } from './launch.ts'
import { CONTEXT_OPTIONS, type Lease } from './lease.ts'
import { WINDOW_LOOK_MS } from './login-window.ts'
import type { SessionTerms } from './proxy-session.ts'
import { createShared, type Shared } from './shared.ts'

/**
 * Contexts that keep their cookies and storage in a folder. A profile has one user at a time; callers queue before they get
 * here.
 */
interface Profiles {
  /** Returns the context of the profile, or its window if one is open. */
  take(name: string): Promise<Lease>
  /** Opens the address in a window, which replaces the headless context. `terms` apply while it is open. */
  show(name: string, url: string, terms: SessionTerms): Promise<void>
  /** Whether the profile has a folder. */
  knows(name: string): boolean
  forget(name: string): Promise<void>
  end(): Promise<void>
}

interface ProfilesParts {
  folder: string
  launch: Launch
  proxy(): Promise<ForwardProxy>
  identity(): Promise<Identity>
  idleMs: number
}

interface Home {
  context: BrowserContext
  pass: Pass
  identity: Identity | null
}

export function createProfiles({ folder, launch, proxy, identity, idleMs }: ProfilesParts): Profiles {
  const hidden = new Map<string, Shared<Home>>()
  const windows = new Map<string, Home>()
  /** Session cookies (those without an expiry) by profile. Chromium forgets them when it exits, but the visit continues. */
  const unending = new Map<string, ContextCookies>()

  const folderOf = (name: string) => join(folder, checkName(name))

  async function start(
    name: string,
    look: { identity: Identity | null; terms?: SessionTerms },
  ): Promise<Home> {
    const options = launch.options()
    const profile = folderOf(name)
    mkdirSync(profile, { recursive: true, mode: 0o700 })
    const pass = (await proxy()).issue(look.terms)
    const own = look.identity
      ? { headless: true, userAgent: look.identity.userAgent }
      : { headless: false, viewport: null }
    const context = await (await loadChromium())
      .launchPersistentContext(profile, { ...options, ...CONTEXT_OPTIONS, ...own, proxy: pass.proxy })
      .catch(error => {
        pass.close()
        throw notStarted(options.executablePath!, explainOldBrowser(options.executablePath!, error))
      })
    context.on('close', pass.close)
    // Without its session cookies, the site would see a new visit.
    await context.addCookies(unending.get(name) ?? []).catch(() => undefined)
    return { context, pass, identity: look.identity }
  }

  async function keepUnending(name: string, context: BrowserContext): Promise<void> {
    // A browser that has exited returns no cookies.
    const cookies = await context.cookies().catch(() => null)
    if (cookies)
      unending.set(
        name,
        cookies.filter(({ expires }) => expires === -1),
      )
  }

  async function endVisit(name: string, context: BrowserContext): Promise<void> {
    await keepUnending(name, context)
    await context.close()
  }

  const hiddenOf = (name: string): Shared<Home> => {
    const known = hidden.get(name)
    if (known) return known
    const shared = createShared({
      make: async () => {
        const home = await start(name, { identity: await identity() })
        home.context.on('close', () => shared.lost(home))
        return home
      },
      end: ({ context }) => endVisit(name, context),
      idleMs,
    })
    hidden.set(name, shared)
    return shared
  }

  const endAll = async (name: string) => {
    const window = windows.get(name)
    if (window) await endVisit(name, window.context)
    await hidden.get(name)?.end()
    hidden.delete(name)
  }

  async function openWindow(name: string, terms: SessionTerms): Promise<Home> {
    await hidden.get(name)?.end()
    const home = await start(name, { identity: null, terms })
    windows.set(name, home)
    // The user may end the browser by closing the window, so its cookies are read at intervals.
    const looks = setInterval(() => void keepUnending(name, home.context), WINDOW_LOOK_MS).unref()
    home.context.on('close', () => {
      windows.delete(name)
      clearInterval(looks)
    })
    endWithLastPage(home.context)
    return home
  }

  return {
    async take(name) {
      const window = windows.get(name)
      if (window) return { ...window, release: async () => undefined }
      const shared = hiddenOf(name)
      try {
        return { ...(await shared.acquire()), release: async () => shared.release() }
      } catch (error) {
        shared.release()
        throw error
      }
    },
    async show(name, url, terms) {
      const { context } = windows.get(name) ?? (await openWindow(name, terms))
      const blank = context.pages().find(page => page.url() === 'about:blank')
      const page = blank ?? (await context.newPage())
      await page.bringToFront()
      // The user sees in the window whether the page loads.
      page.goto(url, { timeout: 0 }).catch(() => undefined)
    },
    knows: name => existsSync(folderOf(name)),
    async forget(name) {
      await endAll(name)
      unending.delete(name)
      await rm(folderOf(name), { recursive: true, force: true, maxRetries: 3 })
    },
    async end() {
      await Promise.all([...hidden.keys(), ...windows.keys()].map(endAll))
    },
  }
}

/** Closes the browser with its last page. On some systems it would keep running. */
function endWithLastPage(context: BrowserContext): void {
  const watch = (page: { on(event: 'close', listener: () => void): unknown }) =>
    page.on('close', () => {
      if (!context.pages().length) void context.close().catch(() => undefined)
    })
  context.pages().forEach(watch)
  context.on('page', watch)
}

function checkName(name: string): string {
  if (/^[\w-]{1,64}$/.test(name)) return name
  throw new AppError('invalid_input', 'The name of a browser profile has a character that is not allowed.', {
    hint: 'Use letters, digits, - and _.',
  })
}
