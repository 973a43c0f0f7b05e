import { fileURLToPath } from 'node:url'
import { app, clipboard, dialog, Menu, nativeImage, Tray } from 'electron'
import type { App } from '../server/app.ts'
import { atLogin, startAtLogin } from './login.ts'
import type { AppWindow } from './window.ts'

/** The icons are beside both the source and the compiled file. */
const imageOf = (name: string) => fileURLToPath(new URL(`./icons/${name}`, import.meta.url))

/** On macOS, the menu bar colours a template image itself. */
function trayImage() {
  const isMac = process.platform === 'darwin'
  const image = nativeImage.createFromPath(imageOf(isMac ? 'trayTemplate.png' : 'tray.png'))
  image.setTemplateImage(isMac)
  return image
}

/** Creates the tray icon, which stays while the window is closed. Its menu shows where Winnow runs, and controls it. */
export function createTray(service: App, window: AppWindow): Tray {
  const tray = new Tray(trayImage())
  tray.setToolTip(`Winnow · ${service.address}`)
  tray.on('click', () => window.show())

  const update = () => tray.setContextMenu(menuOf(service, window, update))
  update()
  return tray
}

const menuOf = (service: App, window: AppWindow, update: () => void) =>
  Menu.buildFromTemplate([
    { label: `Winnow is running at ${service.address}`, enabled: false },
    { label: 'Open the window', click: () => window.show() },
    { label: 'Copy the address', click: () => clipboard.writeText(service.address) },
    { label: 'Copy the MCP address', click: () => clipboard.writeText(`${service.address}/mcp`) },
    { type: 'separator' },
    {
      label: 'Pause',
      type: 'checkbox',
      checked: service.paused(),
      click(item) {
        service.pause(item.checked)
        update()
      },
    },
    {
      label: 'Start at login',
      type: 'checkbox',
      checked: atLogin(),
      click(item) {
        try {
          startAtLogin(item.checked)
        } catch (error) {
          dialog.showErrorBox('Winnow cannot change what starts at login.', (error as Error).message)
        }
        update()
      },
    },
    { type: 'separator' },
    { label: 'Quit', click: () => app.quit() },
  ])
