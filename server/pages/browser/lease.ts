import type { BrowserContext } from 'playwright-core'
import type { ProxyPass } from './forward-proxy.ts'
import type { BrowserIdentity } from './identity.ts'

/** A browser context that one call uses exclusively until it releases it. */
export interface Lease {
  context: BrowserContext
  pass: ProxyPass
  /** null in a window, which needs no override: it reports its real identity. */
  identity: BrowserIdentity | null
  release(): Promise<void>
}

/** Options of every context: no service workers that keep running behind the pages, and no saved downloads. */
export const CONTEXT_OPTIONS = { serviceWorkers: 'block', acceptDownloads: false } as const
