import { app, Menu, type MenuItemConstructorOptions, shell } from 'electron'
import type { App } from '../server/app.ts'
import type { AppWindow } from './window.ts'

/** Sets the application menu: the standard items of each system, and links to the service. */
export function setMenu(service: App, window: AppWindow): void {
  const help: MenuItemConstructorOptions = {
    role: 'help',
    submenu: [
      { label: 'APIs', click: () => window.show('playground') },
      {
        label: 'The Interface as OpenAPI',
        click: () => void shell.openExternal(`${service.address}/v1/openapi.json`).catch(() => undefined),
      },
      { label: 'Open the Data Folder', click: () => void shell.openPath(service.dataDir) },
    ],
  }
  const appMenu: MenuItemConstructorOptions[] = process.platform === 'darwin' ? [{ role: 'appMenu' }] : []
  const file: MenuItemConstructorOptions = {
    role: 'fileMenu',
    submenu: [
      { label: 'Settings…', accelerator: 'CmdOrCtrl+,', click: () => window.show('settings') },
      { role: 'close' },
      { label: 'Quit', accelerator: 'CmdOrCtrl+Q', click: () => app.quit() },
    ],
  }
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...appMenu,
      file,
      { role: 'editMenu' },
      { role: 'viewMenu' },
      { role: 'windowMenu' },
      help,
    ]),
  )
}
