import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import type { BrowserContext, Frame, Page } from 'playwright-core'
import { desktop } from './desktop.ts'
import { fromPartition, request } from './network.ts'

/**
 * A fake of the module `electron`, as far as the desktop shell uses it. Its windows are pages of a real Chromium; what a
 * user would see or click is in `desktop`.
 */

/** An event with these fields of Electron whose default can be prevented. */
const preventable = <T extends object>(extras: T) => {
  const event = {
    ...extras,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true
    },
  }
  return event
}

export const app = Object.assign(new EventEmitter(), {
  isPackaged: false,
  requestSingleInstanceLock: () => desktop.isFirst,
  whenReady: () => desktop.ready,
  getPath: (name: string) => `${desktop.folder}/${name}`,
  getAppPath: () => desktop.folder,
  getVersion: () => '0.0.0',
  getLoginItemSettings: () => ({ openAtLogin: false, wasOpenedAtLogin: false }),
  setLoginItemSettings: () => undefined,
  setAsDefaultProtocolClient: () => true,
  quit() {
    const event = preventable({})
    app.emit('before-quit', event)
    if (event.defaultPrevented) return
    app.emit('quit', {}, 0)
    app.exit(0)
  },
  releaseSingleInstanceLock: () => undefined,
  exit: (code = 0) => desktop.exit(code),
})

/** The latest load, and the latest one that its page prevented: a question is answered only once these have ended. */
let loading: Promise<unknown> = Promise.resolve()
let refused: Promise<unknown> = Promise.resolve()

export const dialog = {
  async showMessageBox(options: { message: string; detail?: string; buttons: string[]; cancelId?: number }) {
    const { message, detail, buttons } = options
    const answer = await desktop.ask({ message, detail, buttons })
    await refused
    desktop.answered++
    return { response: buttons.includes(answer) ? buttons.indexOf(answer) : options.cancelId }
  },
  showErrorBox: (title: string, content: string) => void desktop.notifications.push(`${title} ${content}`),
}

export const shell = {
  openExternal: async (url: string) => void desktop.opened.push(url),
  async openPath(path: string) {
    desktop.opened.push(path)
    return ''
  },
}

export const clipboard = {
  writeText(text: string) {
    desktop.clipboard = text
  },
}

/** The keychain of the system: sealed text is unreadable, and only the keychain can open it. */
export const safeStorage = {
  isEncryptionAvailable: () => true,
  encryptString: (text: string) => Buffer.from([...Buffer.from(`v10${text}`)].map(byte => byte ^ 0x5a)),
  decryptString(encrypted: Buffer) {
    const text = Buffer.from(encrypted.map(byte => byte ^ 0x5a)).toString()
    if (!text.startsWith('v10')) throw new Error('Error while decrypting the ciphertext provided.')
    return text.slice(3)
  },
}
/** Electron's own updates, which electron-updater uses on macOS. */
export const autoUpdater = new EventEmitter()
export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 25, width: 1920, height: 1055 } }],
}
export const nativeTheme = { shouldUseDarkColors: false }
export const powerMonitor = new EventEmitter()
desktop.power = event => powerMonitor.emit(event)

export class Notification {
  readonly options: { title: string; body: string }
  constructor(options: { title: string; body: string }) {
    this.options = options
  }
  show() {
    desktop.notifications.push(this.options.title)
  }
}

/** Records the paths of images, for a test of the compiled app. */
export const nativeImage = {
  createFromPath(path: string) {
    desktop.images.push(path)
    return { setTemplateImage: () => undefined }
  },
}

interface MenuItem {
  label?: string
  role?: string
  checked?: boolean
  submenu?: MenuItem[]
  click?: (item: { checked: boolean }) => void
}

export const Menu = {
  buildFromTemplate: (template: MenuItem[]) => template,
  setApplicationMenu(menu: MenuItem[]) {
    desktop.menu = menu
  },
}

export class Tray extends EventEmitter {
  constructor() {
    super()
    desktop.tray = { tip: '', menu: [], click: () => this.emit('click') }
  }
  setToolTip(tip: string) {
    desktop.tray!.tip = tip
  }
  setContextMenu(menu: MenuItem[]) {
    desktop.tray!.menu = menu
  }
  destroy() {
    desktop.tray = null
  }
}

type PermissionRequest = (
  contents: null,
  name: string,
  answer: (isAllowed: boolean) => void,
  about: { requestingUrl: string },
) => void

export const net = { request }

export const session = {
  fromPartition,
  defaultSession: {
    setPermissionRequestHandler(handler: PermissionRequest) {
      desktop.permission = (name, requestingUrl) =>
        new Promise(resolve => handler(null, name, resolve, { requestingUrl }))
    },
    setPermissionCheckHandler(handler: (contents: null, name: string, origin: string) => boolean) {
      desktop.permissionCheck = (name, origin) => handler(null, name, origin)
    },
    setDevicePermissionHandler(handler: () => boolean) {
      desktop.device = handler
    },
  },
}

const handlers = new Map<string, (event: object, ...args: unknown[]) => unknown>()
export const ipcMain = {
  handle(channel: string, handler: (event: object, ...args: unknown[]) => unknown) {
    if (handlers.has(channel)) throw new Error(`A second handler for '${channel}'`)
    handlers.set(channel, handler)
  },
}

/** The frame whose script is calling the main process. */
const caller = new AsyncLocalStorage<Frame>()

const frameOf = (frame: Frame | null): object | null =>
  frame && { url: frame.url(), parent: frameOf(frame.parentFrame()) }

export const ipcRenderer = {
  async invoke(channel: string, ...args: unknown[]) {
    const handler = handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    return handler({ senderFrame: frameOf(caller.getStore() ?? null) }, ...args)
  },
}

/** The functions that the preload exposes to the page; their arguments and results are copied. */
type BridgeApi = Record<string, (...args: unknown[]) => unknown>
let exposedApis: [name: string, api: BridgeApi][] = []
export const contextBridge = {
  exposeInMainWorld: (name: string, api: BridgeApi) => void exposedApis.push([name, api]),
}

async function expose(page: Page, preload: string): Promise<void> {
  exposedApis = []
  await desktop.load(preload)
  for (const [name, api] of exposedApis) {
    await page.exposeBinding(`__${name}`, ({ frame }, method: string, args: unknown[]) =>
      caller.run(frame, async () => api[method]!(...args)),
    )
    await page.addInitScript(
      ([object, methods]) => {
        const call = Reflect.get(globalThis, `__${object}`)
        const bridgeMethods = methods.map(method => [method, (...args: unknown[]) => call(method, args)])
        Reflect.set(globalThis, object, Object.freeze(Object.fromEntries(bridgeMethods)))
      },
      [name, Object.keys(api)] as const,
    )
  }
}

class WebContents extends EventEmitter {
  openHandler: (details: { url: string }) => { action: string } = () => ({ action: 'allow' })
  setWindowOpenHandler(handler: typeof this.openHandler) {
    this.openHandler = handler
  }
}

interface Options {
  show?: boolean
  x?: number
  y?: number
  width?: number
  height?: number
  webPreferences: { preload: string } & Record<string, unknown>
}

export class BrowserWindow extends EventEmitter {
  readonly webContents = new WebContents()
  readonly options: Options
  visible: boolean
  destroyed = false
  /** Addresses that the main process itself is loading; they need no permission. */
  readonly #loading = new Set<string>()
  /** How many loads the page has prevented. */
  #refusals = 0
  #page: Promise<Page> | null = null

  constructor(options: Options) {
    super()
    this.options = options
    this.visible = options.show ?? true
    desktop.windows.push(this)
    app.emit('web-contents-created', {}, this.webContents)
  }

  get page(): Promise<Page> {
    this.#page ??= desktop.context().then(context => this.#open(context))
    return this.#page
  }

  async #open(context: BrowserContext): Promise<Page> {
    const page = await context.newPage()
    await expose(page, this.options.webPreferences.preload)
    await page.route('**', route => {
      const request = route.request()
      const url = request.url()
      if (!request.isNavigationRequest() || this.#loading.has(url)) return route.continue()
      return this.#mayNavigate(url, request.frame() === page.mainFrame())
        ? route.continue()
        : route.abort('aborted')
    })
    // Requests that the routes of the page do not see come from another window that it opens.
    await context.route('**', route => {
      if (this.webContents.openHandler({ url: route.request().url() }).action !== 'deny') desktop.popups++
      return route.abort('aborted')
    })
    page.on('dialog', dialog => {
      const event = preventable({})
      this.webContents.emit('will-prevent-unload', event)
      if (event.defaultPrevented) return dialog.accept()
      this.#refusals++
      refused = dialog.dismiss().then(() => loading)
      return refused
    })
    page.on('popup', popup => popup.close())
    page.on('crash', () => {
      this.#page = null
      this.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })
    })
    return page
  }

  #mayNavigate(url: string, isMainFrame: boolean): boolean {
    const event = preventable({ url, isMainFrame })
    this.webContents.emit('will-frame-navigate', event)
    if (isMainFrame && !event.defaultPrevented) this.webContents.emit('will-navigate', event)
    return !event.defaultPrevented
  }

  async loadURL(url: string): Promise<void> {
    this.#loading.add(url)
    const page = await this.page
    const loaded = this.#goto(page, url)
    loading = loaded.catch(() => undefined)
    await loaded
    this.#loading.delete(url)
    this.webContents.emit('did-finish-load')
    this.emit('ready-to-show')
    desktop.loaded.emit('page', page)
  }

  /** Repeats a load once: Playwright may mistake the end of an earlier, prevented load for that of this one. */
  async #goto(page: Page, url: string): Promise<void> {
    const before = this.#refusals
    await page.goto(url).catch(async error => {
      if (this.#refusals > before || !String(error).includes('ERR_ABORTED')) throw error
      await page.goto(url)
    })
  }

  show() {
    this.visible = true
  }
  hide() {
    this.visible = false
  }
  focus() {}
  restore() {}
  isMinimized = () => false
  isDestroyed = () => this.destroyed
  getNormalBounds = () => ({ x: 10, y: 10, width: 1000, height: 700 })
  close() {
    const event = preventable({})
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }
  destroy() {
    this.destroyed = true
    this.visible = false
  }
}
