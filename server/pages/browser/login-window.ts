import type { BrowserContext, Browser as Chromium } from 'playwright-core'
import { command } from '../../base/command.ts'
import { browserStateOf, keepBrowserState } from '../sessions/browser-state.ts'
import type { Session } from '../sessions/session.ts'
import type { LoginWindow } from './browser.ts'
import type { ForwardProxy, ProxyPass } from './forward-proxy.ts'
import { type Launch, loadChromium, notStarted } from './launch.ts'
import { CONTEXT_OPTIONS } from './lease.ts'
import type { NetworkTerms } from './proxy-session.ts'

interface LoginWindowDependencies {
  launch: Launch
  proxy: ForwardProxy
  terms: NetworkTerms
  session: Session
  url: string
}

/** The sentence that explains how to log a session in without a window. */
export const importHint = ({ name, hosts }: Pick<Session, 'name' | 'hosts'>) =>
  `Or log in with your own browser, export its cookies, and import that file: ${command`session import ${name} FILE --for ${hosts}`}`

/** How often the state of a window is saved. A browser that is killed loses what changed since the last save. */
export const WINDOW_SAVE_INTERVAL_MS = 1_000

/** Opens an address in a separate browser. Only the session keeps what happens there. */
export async function openLoginWindow(parts: LoginWindowDependencies): Promise<LoginWindow> {
  const { launch, proxy, terms, session, url } = parts
  const options = launch.options()
  const pass = proxy.issue(terms)
  const chromium = await (await loadChromium())
    .launch({ ...options, headless: false, proxy: { server: proxy.address, bypass: '<-loopback>' } })
    .catch(error => {
      pass.close()
      throw notStarted(options.executablePath!, error, importHint(session))
    })
  const end = async () => {
    pass.close()
    await chromium.close().catch(() => undefined)
  }
  const { context, page } = await openPage(chromium, { proxy: pass.proxy, session }).catch(async error => {
    await end()
    throw notStarted(options.executablePath!, error, importHint(session))
  })
  const closed = followWindow(context, session).then(end)
  // The user sees in the window whether the page loads.
  page.goto(url, { timeout: 0 }).catch(() => undefined)
  return {
    closed,
    async close() {
      await chromium.close()
      await closed
    },
  }
}

async function openPage(
  chromium: Chromium,
  { proxy, session }: { proxy: ProxyPass['proxy']; session: Session },
) {
  const contextOptions = { proxy, storageState: browserStateOf(session), viewport: null }
  const context = await chromium.newContext({ ...CONTEXT_OPTIONS, ...contextOptions })
  // Without a listener, Playwright dismisses dialogs before the person can answer them.
  context.on('dialog', () => undefined)
  return { context, page: await context.newPage() }
}

/** Saves changes to the session until the last page is closed or the browser exits. */
async function followWindow(context: BrowserContext, session: Session): Promise<void> {
  let before = browserStateOf(session)
  const save = async () => {
    await keepBrowserState(context, session, before)
    before = browserStateOf(session)
  }
  const closed = Promise.withResolvers<void>()
  context.on('close', () => closed.resolve())
  context.on('page', page => page.on('close', () => context.pages().length || closed.resolve()))
  for (const page of context.pages()) page.on('close', () => context.pages().length || closed.resolve())
  let isClosed = false
  void closed.promise.then(() => {
    isClosed = true
  })
  while (!isClosed) {
    await Promise.race([
      closed.promise,
      new Promise(resolve => setTimeout(resolve, WINDOW_SAVE_INTERVAL_MS).unref()),
    ])
    await save().catch(() => undefined)
  }
}
