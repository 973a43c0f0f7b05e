import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { app } from 'electron'

/** Option that starts the app without its window. */
const HIDDEN = '--hidden'

/** Electron supports login items on macOS and Windows; on Linux they are files. */
const isLinux = process.platform === 'linux'
const entryFile = () => join(app.getPath('appData'), 'autostart', 'winnow.desktop')

/** Whether Winnow starts when the user logs in. */
export const atLogin = (): boolean =>
  isLinux ? existsSync(entryFile()) : app.getLoginItemSettings({ args: [HIDDEN] }).openAtLogin

/** Sets whether Winnow starts when the user logs in. */
export function startAtLogin(on: boolean): void {
  if (isLinux) setEntry(on)
  else app.setLoginItemSettings({ openAtLogin: on, args: [HIDDEN] })
}

function setEntry(on: boolean): void {
  const file = entryFile()
  rmSync(file, { force: true })
  if (!on) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, desktopEntry())
}

/** Returns the desktop entry. An AppImage runs from a mount whose path changes; APPIMAGE holds the path of its own file. */
function desktopEntry(): string {
  const program = process.env.APPIMAGE ?? process.execPath
  const args = app.isPackaged ? [HIDDEN] : [app.getAppPath(), HIDDEN]
  const command = [program, ...args].map(quote).join(' ')
  return `[Desktop Entry]\nType=Application\nName=Winnow\nExec=${command}\nX-GNOME-Autostart-enabled=true\n`
}

/** Quotes an argument as the Desktop Entry Specification requires: escaped for the quotes, and again for the file. */
const quote = (text: string) =>
  `"${text
    .replaceAll(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`

/** True if the system started Winnow, not the user. */
export const startedAtLogin = (): boolean =>
  process.argv.includes(HIDDEN) ||
  (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin)
