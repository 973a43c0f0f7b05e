import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser as Chromium } from 'playwright-core'
import type { BrowserState } from '../sessions/browser-state.ts'
import type { ForwardProxy } from './forward-proxy.ts'
import { type BrowserIdentity, readIdentity } from './identity.ts'
import { explainOldBrowser, type Launch, loadChromium, notStarted } from './launch.ts'
import { CONTEXT_OPTIONS, type Lease } from './lease.ts'
import { createSharedResource } from './shared.ts'

/** Options of a context that a call may override. */
interface ContextOptions {
  userAgent?: string | undefined
  state?: BrowserState | undefined
}

/** The headless Chromium that all calls without a profile share. */
interface Headless {
  /**
   * Returns a new context. Contexts are not pooled, since it cannot be enumerated what would have to be cleared between two
   * calls.
   */
  take(options?: ContextOptions): Promise<Lease>
  identity(): Promise<BrowserIdentity>
  end(): Promise<void>
}

interface HeadlessDependencies {
  launch: Launch
  proxy(): Promise<ForwardProxy>
  idleMs: number
}

/**
 * A context that takes longer than this to close (its page hangs) is abandoned, so that its slot is free for other calls.
 */
const MAX_CLOSE_MS = 15_000

export function createHeadless({ launch, proxy, idleMs }: HeadlessDependencies): Headless {
  const shared = createSharedResource({ make: start, end: ({ chromium }) => chromium.close(), idleMs })

  async function start() {
    const options = launch.options()
    const server = (await proxy()).address
    const chromium = await (await loadChromium())
      .launch({ ...options, proxy: { server, bypass: '<-loopback>' } })
      .catch(error => {
        throw notStarted(options.executablePath!, error)
      })
    const browser = { chromium, identity: await readIdentity(chromium, launch.found()?.name ?? '') }
    chromium.on('disconnected', () => shared.lost(browser))
    return browser
  }

  const openContext = async (chromium: Chromium, userAgent: string, state: BrowserState | undefined) => {
    const pass = (await proxy()).issue()
    const contextOptions = { proxy: pass.proxy, userAgent, ...(state && { storageState: state }) }
    const context = await chromium.newContext({ ...CONTEXT_OPTIONS, ...contextOptions }).catch(error => {
      throw explainOldBrowser(launch.options().executablePath!, error)
    })
    return { pass, context }
  }

  return {
    async take({ userAgent, state } = {}) {
      try {
        const { chromium, identity } = await shared.acquire()
        const { pass, context } = await openContext(chromium, userAgent ?? identity.userAgent, state)
        const releaseContext = async () => {
          pass.close()
          await Promise.race([context.close(), sleep(MAX_CLOSE_MS, undefined, { ref: false })]).catch(
            () => undefined,
          )
          shared.release()
        }
        return { context, pass, identity, release: releaseContext }
      } catch (error) {
        shared.release()
        throw error
      }
    },
    async identity() {
      try {
        return (await shared.acquire()).identity
      } finally {
        shared.release()
      }
    },
    end: shared.end,
  }
}
