import { fileURLToPath } from 'node:url'
import { BrowserWindow, dialog, Notification, nativeTheme, screen } from 'electron'
import type { App } from '../server/app.ts'
import type { openShellState } from './notes.ts'

const preload = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './preload.ts' : './preload.cjs', import.meta.url),
)

/** The window of the app. */
export interface AppWindow {
  /** Brings the window to the front and, if given, opens a page of the app (`parsers/…`). */
  show(page?: string): void
  destroy(): void
}

/** Creates the window when it is first shown. Closing only hides it: the service and its calls continue. */
export function createAppWindow(service: App, shellState: ReturnType<typeof openShellState>): AppWindow {
  let window: BrowserWindow | null = null
  /** The page requested last. The current page may prevent it from loading. */
  let requestedPage = ''
  let mayLeave = false

  function open(): BrowserWindow {
    const created = new BrowserWindow(optionsOf(shellState.get().bounds))
    created.once('ready-to-show', () => created.show())
    created.on('close', event => {
      event.preventDefault()
      shellState.set({ bounds: created.getNormalBounds() })
      created.hide()
      if (!shellState.get().toldOfTray) notifyStillRunning(service.address)
      shellState.set({ toldOfTray: true })
    })
    created.webContents.on('will-prevent-unload', event => {
      if (mayLeave) event.preventDefault()
      else void offerToStay(created, () => leave(created)).catch(() => undefined)
    })
    created.webContents.on(
      'render-process-gone',
      () => void offerReload(created, () => load(created)).catch(() => undefined),
    )
    return created
  }

  /** Loads a page. Every load signs the window in again, so that it never depends on stored cookies. */
  const load = (into: BrowserWindow, page = '') => {
    requestedPage = page
    const address = new URL(service.invite())
    address.pathname = `/app/${page}`
    // `loadURL` also rejects if another load replaces it. The page shows its own errors.
    into.loadURL(address.href).catch(() => undefined)
  }

  const leave = (from: BrowserWindow) => {
    mayLeave = true
    from.webContents.once('did-finish-load', () => {
      mayLeave = false
    })
    load(from, requestedPage)
  }

  return {
    show(page) {
      const isNew = !window
      window ??= open()
      if (isNew || page) load(window, page)
      if (isNew) return
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    },
    destroy: () => window?.destroy(),
  }
}

/** Pixels of the top of a window that must be on a screen, so that it can be seen and moved. */
const GRIP = { width: 100, height: 30 }

/** Returns where a window was. If the screen on which it was is gone, returns only how large it was. */
function placeOf(bounds: Electron.Rectangle): Partial<Electron.Rectangle> {
  const { x, y, width, height } = bounds
  const isOn = ({ workArea }: Electron.Display) =>
    x + width - GRIP.width >= workArea.x &&
    x + GRIP.width <= workArea.x + workArea.width &&
    y >= workArea.y &&
    y + GRIP.height <= workArea.y + workArea.height
  return screen.getAllDisplays().some(isOn) ? bounds : { width, height }
}

const optionsOf = (bounds: Electron.Rectangle | undefined): Electron.BrowserWindowConstructorOptions => ({
  width: 1280,
  height: 840,
  ...(bounds && placeOf(bounds)),
  minWidth: 480,
  minHeight: 400,
  title: 'Winnow',
  show: false,
  backgroundColor: nativeTheme.shouldUseDarkColors ? '#242424' : '#ffffff',
  webPreferences: {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    spellcheck: false,
  },
})

/** Asks whether to leave a page with unsaved changes: input or choices, or a secret that is shown only once. */
async function offerToStay(window: BrowserWindow, leave: () => void): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: 'Something on this page is not saved.',
    detail:
      'Another page would replace it. What you typed or chose, or a secret that is shown only once, would be lost.',
    buttons: ['Stay here', 'Leave without saving'],
    cancelId: 0,
  })
  if (response === 1 && !window.isDestroyed()) leave()
}

/** Offers to reload after the page has crashed; the service is still running. */
async function offerReload(window: BrowserWindow, reload: () => void): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: 'The window stopped working.',
    detail: 'The service keeps running: calls, keys and data are not affected.',
    buttons: ['Reload', 'Hide the window'],
    cancelId: 1,
  })
  if (window.isDestroyed()) return
  if (response === 0) reload()
  else window.hide()
}

const notifyStillRunning = (address: string): void =>
  new Notification({
    title: 'Winnow keeps running',
    body: `It still answers at ${address}. Its icon in the tray or the menu bar opens the window again and quits it.`,
  }).show()
