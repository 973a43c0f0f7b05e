import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { buildExtension } from '../../../build/extension.mjs'
import { findBrowser } from '../../../server/pages/browser/find-browser.ts'
import { until } from '../../http/support/until.ts'
import { NO_BACKGROUND_REQUESTS } from '../../support/chromium.ts'

/** The headless browser of the other tests does not support extensions: these tests use the full one. */
const found = findBrowser(process.env.WINNOW_BROWSER ?? null)

/** Why the tests of the extension cannot run here; false if they can. */
export const cannotRun: string | false = found
  ? false
  : 'there is no Chromium that takes extensions; install one, or name one with WINNOW_BROWSER'

/** The popup of the extension, over a page. */
export interface Popup {
  /** Runs an expression in the popup, and awaits its value. */
  evaluate<T>(expression: string): Promise<T>
  /** Waits until the text of the popup matches, and returns it. */
  shows(pattern: RegExp): Promise<string>
  click(label: string, nth?: number): Promise<void>
  fill(name: string, value: string): Promise<void>
  close(): Promise<void>
}

/** A browser with the built extension, which resolves `*.test` to this machine. */
export interface ExtensionBrowser {
  context: BrowserContext
  /** `chrome-extension://…`. */
  origin: string
  /** Clicks the button of the extension while a page is shown. */
  clickButton(page: Page): Promise<Popup>
  close(): Promise<void>
}

/** Starts the browser; it resolves `*.test` to this machine. */
export async function startExtensionBrowser(): Promise<ExtensionBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-extension-'))
  await buildExtension(join(folder, 'built'))
  const isRoot = process.getuid?.() === 0
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: found!.path,
    headless: false,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      '--headless=new',
      '--enable-unsafe-extension-debugging',
      '--host-resolver-rules=MAP *.test 127.0.0.1',
      ...NO_BACKGROUND_REQUESTS,
      ...(isRoot ? ['--no-sandbox'] : []),
    ],
  })
  const session = await context.browser()!.newBrowserCDPSession()
  const path = join(folder, 'built', 'chromium')
  const { id } = await send<{ id: string }>(session, 'Extensions.loadUnpacked', { path })

  return {
    context,
    origin: `chrome-extension://${id}`,
    clickButton: page => openPopup(session, id, page),
    async close() {
      await context.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Methods that the types of Playwright do not know yet. */
const send = <T>(session: CDPSession, method: string, params: object) =>
  session.send(method as 'Target.getTargets', params as never) as Promise<unknown> as Promise<T>

interface Target {
  targetId: string
  type: string
  url: string
  embedderData?: { tabActive?: boolean }
}

const targetsOf = async (session: CDPSession, type: string): Promise<Target[]> =>
  (await send<{ targetInfos: Target[] }>(session, 'Target.getTargets', { filter: [{ type }] })).targetInfos

async function openPopup(session: CDPSession, id: string, page: Page): Promise<Popup> {
  await page.bringToFront()
  const isItsTab = ({ url, embedderData }: Target) => url === page.url() && embedderData?.tabActive === true
  const tab = await until(async () => (await targetsOf(session, 'tab')).find(isItsTab))
  await send(session, 'Extensions.triggerAction', { id, targetId: tab.targetId })
  const url = `chrome-extension://${id}/popup.html`
  const { targetId } = await until(async () =>
    (await targetsOf(session, 'page')).find(target => target.url === url),
  )
  return popupOf(session, targetId)
}

/** Controls the popup by protocol messages, since Playwright does not list popups as pages. */
async function popupOf(session: CDPSession, targetId: string): Promise<Popup> {
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
  const pendingReplies = new Map<number, (message: Message) => void>()
  let lastId = 0
  session.on('Target.receivedMessageFromTarget', ({ message, sessionId: from }) => {
    if (from !== sessionId) return
    const parsed: Message = JSON.parse(message)
    pendingReplies.get(parsed.id)?.(parsed)
  })

  const evaluate = async <T>(expression: string): Promise<T> => {
    const id = ++lastId
    const params = { expression, awaitPromise: true, returnByValue: true }
    const reply = new Promise<Message>(resolve => pendingReplies.set(id, resolve))
    const message = JSON.stringify({ id, method: 'Runtime.evaluate', params })
    await session.send('Target.sendMessageToTarget', { sessionId, message })
    const { result, error } = await reply
    if (!result || result.exceptionDetails)
      throw new Error(JSON.stringify(error ?? result?.exceptionDetails ?? null))
    return result.result.value as T
  }
  const text = () => evaluate<string>('document.body?.innerText ?? ""')

  return {
    evaluate,
    async shows(pattern) {
      let last = ''
      const isSeen = async () => {
        last = await text()
        return pattern.test(last)
      }
      await until(isSeen).catch(() => {
        throw new Error(`The popup never shows ${pattern}, but: ${last}`)
      })
      return last
    },
    async click(label, nth = 0) {
      const buttonsAndLabels = `[...document.querySelectorAll('button, label')].filter(one => one.innerText.includes(${JSON.stringify(label)}))`
      await until(() =>
        evaluate<boolean>(`!!${buttonsAndLabels}[${nth}] && !${buttonsAndLabels}[${nth}].disabled`),
      )
      await evaluate(`${buttonsAndLabels}[${nth}].click()`)
    },
    async fill(name, value) {
      await evaluate(
        `Object.assign(document.querySelector('[name=${name}]'), { value: ${JSON.stringify(value)} })`,
      )
    },
    async close() {
      await session.send('Target.closeTarget', { targetId })
      await until(
        async () => !(await targetsOf(session, 'page')).some(target => target.targetId === targetId),
      )
    },
  }
}

interface Message {
  id: number
  result?: { result: { value?: unknown }; exceptionDetails?: unknown }
  error?: unknown
}
