import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser as Chromium } from 'playwright-core'
import type { BrowserState } from '../sessions/browser-state.ts'
import type { ForwardProxy } from './forward-proxy.ts'
import { type Identity, readIdentity } from './identity.ts'
import { explainOldBrowser, type Launch, loadChromium, notStarted } from './launch.ts'
import { CONTEXT_OPTIONS, type Lease } from './lease.ts'
import { createShared } from './shared.ts'

/** Options of a context that a call may override. */
interface ContextBeginning {
  userAgent?: string | undefined
  state?: BrowserState | undefined
}

/** The headless Chromium that all calls without a profile share. */
interface Headless {
  /**
   * Returns a new context. Contexts are not pooled, since it cannot be enumerated what would have to be cleared between two
   * calls.
   */
  take(begin?: ContextBeginning): Promise<Lease>
  identity(): Promise<Identity>
  end(): Promise<void>
}

interface HeadlessParts {
  launch: Launch
  proxy(): Promise<ForwardProxy>
  idleMs: number
}

/**
 * A context that takes longer than this to close (its page hangs) is abandoned, so that its slot is free for other calls.
 */
const LONGEST_CLOSE_MS = 15_000

export function createHeadless({ launch, proxy, idleMs }: HeadlessParts): Headless {
  const shared = createShared({ make: start, end: ({ chromium }) => chromium.close(), idleMs })

  async function start() {
    const options = launch.options()
    const server = (await proxy()).address
    const chromium = await (await loadChromium())
      .launch({ ...options, proxy: { server, bypass: '<-loopback>' } })
      .catch(error => {
        throw notStarted(options.executablePath!, error)
      })
    const started = { chromium, identity: await readIdentity(chromium, launch.found()?.name ?? '') }
    chromium.on('disconnected', () => shared.lost(started))
    return started
  }

  const openContext = async (chromium: Chromium, userAgent: string, state: BrowserState | undefined) => {
    const pass = (await proxy()).issue()
    const own = { proxy: pass.proxy, userAgent, ...(state && { storageState: state }) }
    const context = await chromium.newContext({ ...CONTEXT_OPTIONS, ...own }).catch(error => {
      throw explainOldBrowser(launch.options().executablePath!, error)
    })
    return { pass, context }
  }

  return {
    async take({ userAgent, state } = {}) {
      try {
        const { chromium, identity } = await shared.acquire()
        const { pass, context } = await openContext(chromium, userAgent ?? identity.userAgent, state)
        const give = async () => {
          pass.close()
          await Promise.race([context.close(), sleep(LONGEST_CLOSE_MS, undefined, { ref: false })]).catch(
            () => undefined,
          )
          shared.release()
        }
        return { context, pass, identity, release: give }
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
