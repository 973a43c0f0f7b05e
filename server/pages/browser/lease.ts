import type { BrowserContext } from 'playwright-core'
import type { Pass } from './forward-proxy.ts'
import type { Identity } from './identity.ts'

/** A context of Chromium that one call has for itself for a while. */
export interface Lease {
  context: BrowserContext
  pass: Pass
  /** null in a window, which says what it is anyway. */
  identity: Identity | null
  release(): Promise<void>
}

/** The same for every context: nothing runs on behind the pages, and nothing is saved. */
export const CONTEXT_OPTIONS = { serviceWorkers: 'block', acceptDownloads: false } as const
