import { after, before } from 'node:test'
import type { Browser } from '../../../server/pages/browser/browser.ts'
import {
  type BrowserDependencies,
  type BrowserSettings,
  createBrowser,
} from '../../../server/pages/browser/create-browser.ts'
import { createGuard, type Resolve } from '../../../server/pages/guard.ts'
import { testChromium } from '../../support/chromium.ts'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { resolveToLoopback } from '../start-fetcher.ts'

interface Options
  extends Partial<Omit<BrowserSettings, 'proxy'>>,
    Partial<Pick<BrowserDependencies, 'own' | 'idleMs' | 'longestStartMs' | 'clock'>> {
  proxy?: string | null
  /** More hosts may be added while the browser runs. */
  allowHosts?: string[]
  resolve?: Resolve
}

/** Starts a browser that may reach this machine. Every name resolves to it too. */
export async function startBrowser({
  allowHosts = ['127.0.0.1'],
  resolve,
  own,
  idleMs,
  longestStartMs,
  clock,
  proxy = null,
  ...settings
}: Options = {}) {
  return createBrowser({
    guard: createGuard(() => allowHosts, resolve ?? resolveToLoopback),
    settings: () => ({
      path: null,
      pages: 3,
      timeoutMs: 30_000,
      maxBytes: 2_000_000,
      proxy: () => proxy,
      ...settings,
    }),
    profiles: tempFolder(),
    own: own ?? (await testChromium()),
    ...(idleMs !== undefined && { idleMs }),
    ...(longestStartMs !== undefined && { longestStartMs }),
    ...(clock && { clock }),
  })
}

/** Starts a site and a browser that may reach it. Both end with the test. */
export async function startSiteAndBrowser(t: { after(end: () => Promise<void>): void }, options?: Options) {
  const site: LocalSite = await startLocalSite()
  const browser = await startBrowser(options)
  t.after(async () => {
    await browser.close()
    await site.close()
  })
  return { site, browser }
}

/**
 * Starts one browser for all tests of a file, which may reach `allowHosts`. The returned function gives it to a test, with
 * a new site.
 */
export function shareBrowser(allowHosts = ['127.0.0.1']) {
  let browser: Browser
  before(async () => {
    browser = await startBrowser({ allowHosts })
  })
  after(() => browser.close())
  return async (t: { after(end: () => Promise<void>): void }) => {
    const site: LocalSite = await startLocalSite()
    t.after(site.close)
    return { site, browser }
  }
}

export const textOf = ({ bytes }: { bytes: Uint8Array }) => Buffer.from(bytes).toString()
