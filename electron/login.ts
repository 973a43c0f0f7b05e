import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { app } from 'electron'

/** Starts without its window. */
const HIDDEN = '--hidden'

/** Electron knows login items of macOS and Windows; on Linux they are files. */
const isLinux = process.platform === 'linux'
const entryFile = () => join(app.getPath('appData'), 'autostart', 'winnow.desktop')

/** Whether Winnow starts when the user logs in. */
export const atLogin = (): boolean =>
  isLinux ? existsSync(entryFile()) : app.getLoginItemSettings({ args: [HIDDEN] }).openAtLogin

/** Lets Winnow start when the user logs in, or no longer. */
export function startAtLogin(on: boolean): void {
  if (isLinux) setEntry(on)
  else app.setLoginItemSettings({ openAtLogin: on, args: [HIDDEN] })
}

function setEntry(on: boolean): void {
  const file = entryFile()
  rmSync(file, { force: true })
  if (!on) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, entry())
}

/** An AppImage runs from a mount that changes; its own file is in APPIMAGE. */
function entry(): string {
  const program = process.env.APPIMAGE ?? process.execPath
  const args = app.isPackaged ? [HIDDEN] : [app.getAppPath(), HIDDEN]
  const line = [program, ...args].map(quoted).join(' ')
  return `[Desktop Entry]\nType=Application\nName=Winnow\nExec=${line}\nX-GNOME-Autostart-enabled=true\n`
}

/** As the specification of desktop entries wants arguments: quoted, escaped for the quotes and again for the file. */
const quoted = (text: string) =>
  `"${text
    .replaceAll(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`

/** True where the system started Winnow, not the user. */
export const startedAtLogin = (): boolean =>
  process.argv.includes(HIDDEN) ||
  (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin)
