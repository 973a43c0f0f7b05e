import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildExtension } from '../../../build/extension.mjs'
import { until } from '../../http/support/until.ts'

const PROGRAM = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync)

/** Why the tests in Firefox cannot run here; false if they can. */
export const hasNoFirefox: string | false = PROGRAM ? false : 'there is no Firefox; install one'

/** Firefox with the built extension, controlled by Marionette as in Firefox's own tests. */
export interface FirefoxBrowser {
  open(url: string): Promise<void>
  /** Clicks the button of the extension. */
  clickButton(): Promise<void>
  /** Runs the body of a function in the popup. */
  inPopup<T>(body: string): Promise<T>
  /** Errors and warnings about the manifest. */
  complaints(): Promise<string[]>
  close(): Promise<void>
}

/** While other tests run, a popup may take longer to open than Firefox's default of 30 s. */
const MAX_SCRIPT_MS = 100_000

const PREFERENCES = {
  'app.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.dns.localDomains': 'shop.test',
  'marionette.port': 0,
  'remote.prefs.recommended': true,
}

/** Starts Firefox; it resolves `shop.test` to this machine. */
export async function startFirefox(): Promise<FirefoxBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-firefox-'))
  await buildExtension(join(folder, 'built'))
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(folder, 'user.js'), lines.join('\n'))
  const args = [
    '--headless',
    '--marionette',
    '--remote-allow-system-access',
    '--no-remote',
    '--profile',
    folder,
  ]
  const child = spawn(PROGRAM!, args, { stdio: 'ignore', env: { ...process.env, HOME: folder } })
  const { send, socket } = await openMarionette(child, folder)
  await send('WebDriver:NewSession', { capabilities: {} })
  await send('WebDriver:SetTimeouts', { script: MAX_SCRIPT_MS })
  const path = join(folder, 'built', 'winnow-firefox.zip')
  const { value: id } = await send('Addon:Install', { path, temporary: true })

  /** Runs a script in the window of the browser itself; the script calls its last argument with its result. */
  const inWindow = async <T>(script: string, ...args: unknown[]): Promise<T> => {
    await send('Marionette:SetContext', { value: 'chrome' })
    const asyncScript = `const done = arguments[arguments.length - 1]; ${script}`
    return (await send('WebDriver:ExecuteAsyncScript', { script: asyncScript, args })).value as T
  }

  return {
    async open(url) {
      await send('Marionette:SetContext', { value: 'content' })
      await send('WebDriver:Navigate', { url })
    },
    async clickButton() {
      await inWindow(CLICK, id)
      await until(() => inWindow<boolean>(`done(${POPUP} !== undefined)`))
    },
    inPopup: body => inWindow(IN_POPUP, body),
    complaints: () =>
      inWindow(
        'const { extension } = WebExtensionPolicy.getByID(arguments[0]); done([...extension.errors, ...extension.warnings])',
        id,
      ),
    async close() {
      socket.destroy()
      child.kill('SIGKILL')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Moves the button into the toolbar first, so that its popup belongs to the window. */
const CLICK = `
  const { CustomizableUI } = ChromeUtils.importESModule('moz-src:///browser/components/customizableui/CustomizableUI.sys.mjs')
  const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs')
  const { extension } = WebExtensionPolicy.getByID(arguments[0])
  CustomizableUI.addWidgetToArea(arguments[0].replace(/\\W/g, '_') + '-browser-action', 'nav-bar')
  ExtensionParent.apiManager.global.browserActionFor(extension).triggerAction(window)
  done(true)`

const POPUP = `[...document.querySelectorAll('browser')].find(one => one.currentURI?.spec?.endsWith('/popup.html'))`

/** Returns null after a while, for the caller to retry: a popup that is still loading may never answer a script. */
const IN_POPUP = `
  const { messageManager } = ${POPUP}
  const name = 'winnow ' + Math.random()
  const heard = ({ data }) => { messageManager.removeMessageListener(name, heard); done(data) }
  messageManager.addMessageListener(name, heard)
  setTimeout(() => heard({ data: null }), 5_000)
  const script = '((document) => { ' + arguments[0] + ' })(content.document)'
  const frame = 'sendAsyncMessage(' + JSON.stringify(name) + ', ' + script + ')'
  messageManager.loadFrameScript('data:,' + encodeURIComponent(frame), false)`

interface Answer {
  value: unknown
}

/** Firefox writes its port into its profile once it listens. */
async function connectSocket(child: ChildProcess, folder: string): Promise<Socket | null> {
  if (child.exitCode !== null) throw new Error(`Firefox ended with ${child.exitCode}.`)
  const file = join(folder, 'MarionetteActivePort')
  if (!existsSync(file)) return null
  const socket = connect(Number(readFileSync(file, 'utf8')), '127.0.0.1')
  return once(socket, 'connect').then(
    () => socket,
    () => null,
  )
}

/** Messages are JSON with their length in front: [0, number, command, parameters], [1, number, error, result]. */
async function openMarionette(child: ChildProcess, folder: string) {
  const socket = await until(() => connectSocket(child, folder))
  const pendingReplies = new Map<number, (error: unknown, result: Answer) => void>()
  let buffer = Buffer.alloc(0)
  socket.on('data', chunk => {
    buffer = Buffer.concat([buffer, chunk])
    for (let next = firstOf(buffer); next; next = firstOf(buffer)) {
      buffer = next.rest
      if (Array.isArray(next.message)) pendingReplies.get(next.message[1])?.(next.message[2], next.message[3])
    }
  })
  let lastId = 0
  const send = (command: string, parameters: object) =>
    new Promise<Answer>((resolve, reject) => {
      const number = ++lastId
      pendingReplies.set(number, (error, result) =>
        error ? reject(new Error(`${command}: ${JSON.stringify(error)}`)) : resolve(result),
      )
      const text = JSON.stringify([0, number, command, parameters])
      socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
  return { send, socket }
}

function firstOf(buffer: Buffer): { message: unknown; rest: Buffer<ArrayBuffer> } | null {
  const colon = buffer.indexOf(':')
  const end = colon + 1 + Number(buffer.subarray(0, colon))
  if (colon < 0 || buffer.length < end) return null
  return {
    message: JSON.parse(String(buffer.subarray(colon + 1, end))),
    rest: Buffer.from(buffer.subarray(end)),
  }
}
