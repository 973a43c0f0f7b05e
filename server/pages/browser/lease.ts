import type { BrowserContext } from 'playwright-core'
import type { Pass } from './forward-proxy.ts'
import type { Identity } from './identity.ts'

/** A browser context that one call uses exclusively until it releases it. */
export interface Lease {
  context: BrowserContext
  pass: Pass
  /** null in a window, which needs no override: it reports its real identity. */
  identity: Identity | null
  release(): Promise<void>
}

/** Options of every context: no service workers that keep running behind the pages, and no saved downloads. */
export const CONTEXT_OPTIONS = { serviceWorkers: 'block', acceptDownloads: false } as const
