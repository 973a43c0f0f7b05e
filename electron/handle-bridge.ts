import { release } from 'node:os'
import { app, ipcMain, shell } from 'electron'
import type { App } from '../server/app.ts'
import type { Bridge, Channel } from './bridge.ts'
import { atLogin, startAtLogin } from './login.ts'
import type { Updates } from './updates.ts'

/** Handles the channels of the bridge. Only the main frame of the app's own window gets answers. */
export function handleBridge(service: App, updates: Updates): void {
  const handlers: Bridge = {
    about: () => ({
      version: app.getVersion(),
      electron: process.versions.electron ?? '',
      chrome: process.versions.chrome ?? '',
      system: `${process.platform} ${process.arch} ${release()}`,
    }),
    'folder:open': () => void shell.openPath(service.dataDir),
    'login:start'(on) {
      if (typeof on === 'boolean') startAtLogin(on)
      return atLogin()
    },
    'updates:check': updates.check,
  }
  for (const channel of Object.keys(handlers) as Channel[])
    ipcMain.handle(channel, ({ senderFrame }, ...args) => {
      if (!isOurs(senderFrame, service.address))
        throw new Error('Only the window of Winnow itself may do that.')
      return (handlers[channel] as (...args: unknown[]) => unknown)(...args)
    })
}

const isOurs = (frame: Electron.WebFrameMain | null, address: string) =>
  frame !== null && frame.parent === null && URL.parse(frame.url)?.origin === address
