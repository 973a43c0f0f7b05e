import { AppError } from '../../errors.ts'
import { MINUTE } from '../../times.ts'
import { type Clock, systemClock } from '../clock.ts'
import { startDeadline } from '../deadline.ts'
import { pageTooLarge } from '../fetch-errors.ts'
import { parseAddress } from '../first-hop.ts'
import type { Guard } from '../guard.ts'
import { createHostLine } from '../host-line.ts'
import type { ProxyChoice } from '../proxies.ts'
import { unlessAborted } from '../unless-aborted.ts'
import type { BrowsedPage, Browser, BrowserRequest } from './browser.ts'
import { closing, noPlace, toBrowserError } from './browser-errors.ts'
import { createDial } from './dial.ts'
import { type ForwardProxy, startForwardProxy } from './forward-proxy.ts'
import { createHeadless } from './headless.ts'
import { createLaunch, type OwnBrowser } from './launch.ts'
import { createProfiles } from './profiles.ts'
import { visit } from './visit.ts'

/** Read anew for every request. */
export interface BrowserSettings {
  /** Path of a Chromium; null: one that is installed. */
  path: string | null
  /** Pages open at a time; others wait in line. */
  pages: number
  timeoutMs: number
  /** For the page's HTML and each kept answer. */
  maxBytes: number
  proxy: string | null
}

/** What a browser stands on. */
export interface BrowserParts {
  guard: Guard
  settings: () => BrowserSettings
  /** Folder of the profiles. */
  profiles: string
  /** Takes the place of the one that the settings or the system name. */
  own?: OwnBrowser
  /** How long Chromium stays after its last page. */
  idleMs?: number
  clock?: Clock
}

/** A page with its frames, scripts and styles has many answers; together they may come to this many pages. */
const PAGE_SHARE = 8

const NEVER = new AbortController().signal

/** The way to pages through a Chromium that is started when first needed and ended when no longer used. */
export function createBrowser(parts: BrowserParts): Browser {
  const { guard, settings, own, idleMs = 5 * MINUTE, clock = systemClock } = parts
  const launch = createLaunch(() => settings().path, own)
  const places = createHostLine(() => ({ hostConcurrency: settings().pages, hostSpacingMs: 0 }), clock)
  const turns = createHostLine(() => ({ hostConcurrency: 1, hostSpacingMs: 0 }), clock)
  let started: Promise<ForwardProxy> | undefined
  const proxy = () => {
    started ??= startForwardProxy(createDial(guard))
    return started
  }
  const headless = createHeadless({ launch, proxy, idleMs })
  const profiles = createProfiles({
    folder: parts.profiles,
    launch,
    proxy,
    identity: headless.identity,
    idleMs,
  })
  let closed = false

  const proxyFor = (request?: BrowserRequest): ProxyChoice | null => {
    if (request?.proxy) return { address: request.proxy, trusted: false }
    const { proxy: address } = settings()
    return address ? { address, trusted: true } : null
  }

  /** Calls of one profile share its cookies and its way out, so each has it alone. */
  async function inTurn<T>(request: BrowserRequest, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const { profile } = request
    const enter = async (line: typeof places, name: string) => {
      try {
        return await line.enter(name, signal)
      } catch (reason) {
        throw (reason as Error).name === 'TimeoutError' ? noPlace(profile) : reason
      }
    }
    const leaveTurn = profile === undefined ? () => undefined : await enter(turns, profile)
    try {
      const leavePlace = await enter(places, '')
      return await work().finally(leavePlace)
    } finally {
      leaveTurn()
    }
  }

  async function look(url: URL, request: BrowserRequest, endsAt: number, signal: AbortSignal) {
    const { maxBytes } = settings()
    const userAgent = Object.entries(request.headers ?? {}).find(([name]) => /^user-agent$/i.test(name))?.[1]
    const lease = await (request.profile === undefined
      ? headless.take(userAgent)
      : profiles.take(request.profile))
    const full = new AbortController()
    const overflow = () => full.abort(pageTooLarge(url.host, maxBytes))
    const either = AbortSignal.any([signal, full.signal])
    const terms = {
      allow: request.allow,
      proxy: proxyFor(request),
      maxBytes: PAGE_SHARE * maxBytes,
      overflow,
    }
    const { username, password } = lease.pass.proxy
    const credentials = { username, password }
    const trip = lease.pass.begin(terms)
    try {
      either.throwIfAborted()
      const page = await lease.context.newPage()
      const close = () => void page.close().catch(() => undefined)
      either.addEventListener('abort', close, { once: true })
      try {
        await lease.identity?.assume(page, userAgent ?? lease.identity.userAgent)
        const limits = { maxBytes, clock, endsAt, signal: either }
        return await unlessAborted(visit(page, { url, request, trip, credentials, ...limits }), either)
      } finally {
        close()
      }
    } finally {
      trip.end()
      await lease.give()
    }
  }

  return {
    async open(request): Promise<BrowsedPage> {
      const url = parseAddress(request.url)
      guard.admit(url, request.allow)
      if (closed) throw closing(url.host)
      const timeoutMs = request.timeoutMs ?? settings().timeoutMs
      const { signal, end } = startDeadline(timeoutMs, request.signal)
      const endsAt = clock.now() + timeoutMs
      try {
        const looking = inTurn(request, signal, () => look(url, request, endsAt, signal))
        return await unlessAborted(looking, signal)
      } catch (error) {
        if (closed && !(error instanceof AppError)) throw closing(url.host)
        throw toBrowserError(error, url.host, undefined)
      } finally {
        end()
      }
    },
    found: launch.found,
    async show(profile, address, allow) {
      const url = parseAddress(address)
      guard.admit(url, allow)
      launch.options()
      if (!hasDisplay(launch.env())) throw noDisplay()
      const standing = {
        allow,
        proxy: proxyFor(),
        maxBytes: Number.POSITIVE_INFINITY,
        overflow: () => undefined,
      }
      const leave = await turns.enter(profile, NEVER)
      await profiles.show(profile, url.href, standing).finally(leave)
    },
    canShow: () => launch.found() !== null && hasDisplay(launch.env()),
    knows: profiles.knows,
    async forget(profile) {
      const leave = await turns.enter(profile, NEVER)
      await profiles.forget(profile).finally(leave)
    },
    async close() {
      closed = true
      await Promise.all([headless.end(), profiles.end()])
      await (await started)?.close()
    },
  }
}

const hasDisplay = ({ DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv) =>
  process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY)

const noDisplay = () =>
  new AppError('no_display', 'This machine has no screen to open a window on.', {
    hint: 'Run Winnow in a desktop session. Or pass the challenge in your own browser and upload the saved page.',
  })
