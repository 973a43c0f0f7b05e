import type { BrowserType, LaunchOptions } from 'playwright-core'
import { AppError } from '../../base/errors.ts'
import type { FoundBrowser } from './browser.ts'
import { findBrowser } from './find-browser.ts'

/** A browser of the caller's own choice and what it needs, as tests have one. */
export interface OwnBrowser {
  executablePath: string
  args: string[]
  /** The whole environment. */
  env: Record<string, string>
}

/** What Chromium is started with, wherever it runs. */
export interface Launch {
  found(): FoundBrowser | null
  /** Throws `no_browser`. */
  options(): LaunchOptions
  /** Whether there is a screen to open a window on. */
  hasDisplay(): boolean
  /** Throws `no_display` where there is none; `instead` is the sentence of what works without. */
  requireDisplay(instead: string): void
}

/**
 * Nothing goes around the proxy: no UDP of QUIC and WebRTC, no name resolved by Chromium itself. Of what it would
 * accept, pages learn the same as from other fetches.
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

export function createLaunch(path: () => string | null, own?: OwnBrowser): Launch {
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
        ...(own && { env: own.env }),
      }
    },
    hasDisplay: () => hasDisplay(own?.env ?? process.env),
    requireDisplay: instead => requireDisplay(own?.env ?? process.env, instead),
  }
}

/** Loaded on first use, for most starts of Winnow never need it. */
export async function loadChromium(): Promise<BrowserType> {
  const { chromium } = await import('playwright-core')
  return chromium
}

const WAY_OUT =
  'Install Chrome or Chromium, or set WINNOW_BROWSER to the path of one. Or save the page in your own browser and upload it.'

const noBrowser = (set: string | null) =>
  new AppError(
    'no_browser',
    set === null
      ? 'The page needs a browser, and no Chrome, Edge or Chromium is installed.'
      : `The page needs a browser, and there is no program at ${set}, which the setting \`browser\` names.`,
    { hint: WAY_OUT },
  )

/** The program is there and does not start: it cannot, or the machine has no room for it at the moment. */
export const notStarted = (path: string, cause: unknown) =>
  cause instanceof AppError
    ? cause
    : new AppError('no_browser', `The browser at ${path} could not be started.`, {
        hint: `Start it by hand to see what is missing. ${WAY_OUT}`,
        mayPass: true,
        cause,
      })

const hasDisplay = ({ DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv) =>
  process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY)

function requireDisplay(env: NodeJS.ProcessEnv, instead: string): void {
  if (hasDisplay(env)) return
  throw new AppError('no_display', 'This machine has no screen to open a window on.', {
    hint: `Run Winnow in a desktop session. ${instead}`,
  })
}
