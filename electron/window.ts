import { fileURLToPath } from 'node:url'
import { BrowserWindow, dialog, Notification, nativeTheme } from 'electron'
import type { App } from '../server/app.ts'
import type { openNotes } from './notes.ts'

const preload = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './preload.ts' : './preload.cjs', import.meta.url),
)

/** The one window. */
export interface AppWindow {
  /** Brings it to the front, at a page of the app (`parsers/…`) where one is named. */
  show(page?: string): void
  destroy(): void
}

/** Creates the window when it is first shown. Closing it hides it: the service goes on, and so do its calls. */
export function createAppWindow(service: App, notes: ReturnType<typeof openNotes>): AppWindow {
  let window: BrowserWindow | null = null
  /** The page of the latest load, which the page that is there may keep from happening. */
  let wanted = ''
  let mayLeave = false

  function open(): BrowserWindow {
    const made = new BrowserWindow(optionsOf(notes.get().bounds))
    made.once('ready-to-show', () => made.show())
    made.on('close', event => {
      event.preventDefault()
      notes.set({ bounds: made.getNormalBounds() })
      made.hide()
      if (!notes.get().toldOfTray) notifyStillRunning(service.address)
      notes.set({ toldOfTray: true })
    })
    made.webContents.on('will-prevent-unload', event => {
      if (mayLeave) event.preventDefault()
      else void offerToStay(made, () => leave(made)).catch(() => undefined)
    })
    made.webContents.on(
      'render-process-gone',
      () => void offerReload(made, () => load(made)).catch(() => undefined),
    )
    return made
  }

  /** A window is signed in by every whole load, so that it never depends on what an earlier one kept. */
  const load = (into: BrowserWindow, page = '') => {
    wanted = page
    const address = new URL(service.invite())
    address.pathname = `/app/${page}`
    // It also rejects where a further load takes its place; what the page itself meets, it shows.
    into.loadURL(address.href).catch(() => undefined)
  }

  const leave = (from: BrowserWindow) => {
    mayLeave = true
    from.webContents.once('did-finish-load', () => {
      mayLeave = false
    })
    load(from, wanted)
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

const optionsOf = (bounds: Electron.Rectangle | undefined): Electron.BrowserWindowConstructorOptions => ({
  width: 1280,
  height: 840,
  ...bounds,
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

/** What the page holds is not saved yet: what was typed or chosen, or a secret that is shown once. */
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

/** The page is gone, the service is not. */
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
