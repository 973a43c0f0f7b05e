import type { BrowserType, LaunchOptions } from 'playwright-core'
import { AppError } from '../../base/errors.ts'
import type { FoundBrowser } from './browser.ts'
import { findBrowser } from './find-browser.ts'

/** A browser that the caller chooses, with its arguments and environment. Used by tests. */
export interface OwnBrowser {
  executablePath: string
  args: string[]
  /** The whole environment. */
  env: Record<string, string>
}

/** How Chromium is found and started, headless or in a window. */
export interface Launch {
  found(): FoundBrowser | null
  /** Throws `no_browser` if none is found. */
  options(): LaunchOptions
  /** Whether there is a screen to open a window on. */
  hasDisplay(): boolean
  /**
   * Throws `no_browser` or `no_display` if no window can be opened. `instead` is the sentence that says what works without
   * a window.
   */
  requireWindow(instead: string): void
}

/**
 * All traffic goes through the proxy: there is no UDP for QUIC or WebRTC, and Chromium resolves no names itself. The
 * Accept-Language is that of other fetches.
 */
const FLAGS = [
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--accept-lang=en-US,en',
]

/** Chromium's sandbox does not run as root. */
export const runsWithoutSandbox = () => process.getuid?.() === 0

/** Time limit for the start: a browser that takes longer hangs. A call that waits for it still has time to report that. */
const MAX_START_MS = 25_000

export function createLaunch(path: () => string | null, own?: OwnBrowser, maxStartMs = MAX_START_MS): Launch {
  const found = () => findBrowser(own?.executablePath ?? path())
  return {
    found,
    options() {
      const browser = found()
      if (!browser) throw noBrowser(path())
      return {
        executablePath: browser.path,
        args: [...FLAGS, ...(own?.args ?? [])],
        chromiumSandbox: !runsWithoutSandbox(),
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
        timeout: maxStartMs,
        ...(own && { env: own.env }),
      }
    },
    hasDisplay: () => hasDisplay(own?.env ?? process.env),
    requireWindow(instead) {
      if (!found()) throw noBrowser(path(), instead)
      if (!hasDisplay(own?.env ?? process.env)) throw noDisplay(instead)
    },
  }
}

/** Loads Playwright on first use, since most runs of Winnow never need it. */
export async function loadChromium(): Promise<BrowserType> {
  const { chromium } = await import('playwright-core')
  return chromium
}

/** What to do if no browser is found. */
export const INSTALL_BROWSER = 'Install Chrome or Chromium, or set WINNOW_BROWSER to the path of one.'
const SAVE_PAGE = 'Or save the page in your own browser and upload it.'

const noBrowser = (configuredPath: string | null, instead = SAVE_PAGE) =>
  new AppError(
    'no_browser',
    configuredPath === null
      ? 'The page needs a browser, and no Chrome, Edge or Chromium is installed.'
      : `The page needs a browser, and there is no program at ${configuredPath}, which the setting \`browser\` names.`,
    { hint: `${INSTALL_BROWSER} ${instead}` },
  )

/** Matches Chromium's error for a protocol command that only later versions support. */
const UNKNOWN_COMMAND = /^[\w.]+: Protocol error \([\w.]+\): '[\w.]+' wasn't found/

/** Returns an error that says that the browser is too old, if it lacks a command; returns any other error unchanged. */
export const explainOldBrowser = (path: string, thrown: unknown): unknown =>
  thrown instanceof Error && UNKNOWN_COMMAND.test(thrown.message)
    ? new AppError('no_browser', `The browser at ${path} is too old.`, {
        hint: `Update it. ${INSTALL_BROWSER} ${SAVE_PAGE}`,
        cause: thrown,
      })
    : thrown

/** The program exists but does not start, because it cannot run or because the machine is short of memory at the moment. */
export const notStarted = (path: string, cause: unknown, instead = SAVE_PAGE) =>
  cause instanceof AppError
    ? cause
    : new AppError('no_browser', `The browser at ${path} could not be started.`, {
        hint: `Start it by hand to see what is missing. ${INSTALL_BROWSER} ${instead}`,
        mayPass: true,
        cause,
      })

const hasDisplay = ({ DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv) =>
  process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY)

const noDisplay = (instead: string) =>
  new AppError('no_display', 'This machine has no screen to open a window on.', {
    hint: `Run Winnow in a desktop session. ${instead}`,
  })
