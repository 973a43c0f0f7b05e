import { existsSync, mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { AppError } from '../../base/errors.ts'
import type { ContextCookies } from '../sessions/browser-state.ts'
import type { ForwardProxy, ProxyPass } from './forward-proxy.ts'
import type { BrowserIdentity } from './identity.ts'
import { explainOldBrowser, type Launch, loadChromium, notStarted } from './launch.ts'
import { CONTEXT_OPTIONS, type Lease } from './lease.ts'
import { WINDOW_SAVE_INTERVAL_MS } from './login-window.ts'
import type { NetworkTerms } from './proxy-session.ts'
import { createSharedResource, type SharedResource } from './shared.ts'

/**
 * Contexts that keep their cookies and storage in a folder. A profile has one user at a time; callers queue before they get
 * here.
 */
interface Profiles {
  /** Returns the context of the profile, or its window if one is open. */
  take(name: string): Promise<Lease>
  /** Opens the address in a window, which replaces the headless context. `terms` apply while it is open. */
  show(name: string, url: string, terms: NetworkTerms): Promise<void>
  /** Whether the profile has a folder. */
  knows(name: string): boolean
  forget(name: string): Promise<void>
  end(): Promise<void>
}

interface ProfilesDependencies {
  folder: string
  launch: Launch
  proxy(): Promise<ForwardProxy>
  identity(): Promise<BrowserIdentity>
  idleMs: number
}

interface OpenProfile {
  context: BrowserContext
  pass: ProxyPass
  identity: BrowserIdentity | null
}

export function createProfiles({ folder, launch, proxy, identity, idleMs }: ProfilesDependencies): Profiles {
  const headless = new Map<string, SharedResource<OpenProfile>>()
  const windows = new Map<string, OpenProfile>()
  /** Session cookies (those without an expiry) by profile. Chromium forgets them when it exits, but the visit continues. */
  const sessionCookies = new Map<string, ContextCookies>()

  const folderOf = (name: string) => join(folder, checkName(name))

  async function start(
    name: string,
    options: { identity: BrowserIdentity | null; terms?: NetworkTerms },
  ): Promise<OpenProfile> {
    const launchOptions = launch.options()
    const profileFolder = folderOf(name)
    mkdirSync(profileFolder, { recursive: true, mode: 0o700 })
    const pass = (await proxy()).issue(options.terms)
    const windowOptions = options.identity
      ? { headless: true, userAgent: options.identity.userAgent }
      : { headless: false, viewport: null }
    const context = await (await loadChromium())
      .launchPersistentContext(profileFolder, {
        ...launchOptions,
        ...CONTEXT_OPTIONS,
        ...windowOptions,
        proxy: pass.proxy,
      })
      .catch(error => {
        pass.close()
        throw notStarted(
          launchOptions.executablePath!,
          explainOldBrowser(launchOptions.executablePath!, error),
        )
      })
    context.on('close', pass.close)
    // Without its session cookies, the site would see a new visit.
    await context.addCookies(sessionCookies.get(name) ?? []).catch(() => undefined)
    return { context, pass, identity: options.identity }
  }

  async function keepSessionCookies(name: string, context: BrowserContext): Promise<void> {
    // A browser that has exited returns no cookies.
    const cookies = await context.cookies().catch(() => null)
    if (cookies)
      sessionCookies.set(
        name,
        cookies.filter(({ expires }) => expires === -1),
      )
  }

  async function endVisit(name: string, context: BrowserContext): Promise<void> {
    await keepSessionCookies(name, context)
    await context.close()
  }

  const headlessProfile = (name: string): SharedResource<OpenProfile> => {
    const known = headless.get(name)
    if (known) return known
    const shared = createSharedResource({
      make: async () => {
        const profile = await start(name, { identity: await identity() })
        profile.context.on('close', () => shared.lost(profile))
        return profile
      },
      end: ({ context }) => endVisit(name, context),
      idleMs,
    })
    headless.set(name, shared)
    return shared
  }

  const endAll = async (name: string) => {
    const window = windows.get(name)
    if (window) await endVisit(name, window.context)
    await headless.get(name)?.end()
    headless.delete(name)
  }

  async function openWindow(name: string, terms: NetworkTerms): Promise<OpenProfile> {
    await headless.get(name)?.end()
    const profile = await start(name, { identity: null, terms })
    windows.set(name, profile)
    // The user may end the browser by closing the window, so its cookies are read at intervals.
    const cookieTimer = setInterval(
      () => void keepSessionCookies(name, profile.context),
      WINDOW_SAVE_INTERVAL_MS,
    ).unref()
    profile.context.on('close', () => {
      windows.delete(name)
      clearInterval(cookieTimer)
    })
    endWithLastPage(profile.context)
    return profile
  }

  return {
    async take(name) {
      const window = windows.get(name)
      if (window) return { ...window, release: async () => undefined }
      const shared = headlessProfile(name)
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
      sessionCookies.delete(name)
      await rm(folderOf(name), { recursive: true, force: true, maxRetries: 3 })
    },
    async end() {
      await Promise.all([...headless.keys(), ...windows.keys()].map(endAll))
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
