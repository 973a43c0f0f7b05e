import { mkdtempSync, rmSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FolderOwner, readLock } from '../../../server/base/lock-file.ts'
import { desktop } from './desktop.ts'

const electronDouble = new URL('./electron.ts', import.meta.url).href
registerHooks({
  resolve: (name, context, next) =>
    name === 'electron'
      ? { url: electronDouble, format: 'module-typescript', shortCircuit: true }
      : next(name, context),
})

desktop.folder = mkdtempSync(join(tmpdir(), 'winnow-desk-'))

/** Where the service of the desktop app keeps its data. */
export const dataFolder = join(desktop.folder, 'data')

/** The lock of the running service; throws when no service runs. */
export function owner(): FolderOwner {
  const found = readLock(dataFolder)
  if (!found) throw new Error('No service runs.')
  return found
}

/**
 * Runs the real main module with the fake Electron, which becomes ready once the module has run, as the real one does. It
 * can run once per process, so each test file starts the app once. `flags` are those of its command line.
 */
export const startDesktop = (...flags: string[]) => startMain(MAIN, ...flags)

const MAIN = new URL('../../../electron/main.ts', import.meta.url).href

/** Does the same with another main module, such as the compiled one. */
export async function startMain(main: string, ...flags: string[]): Promise<void> {
  process.argv = [process.execPath, '.', '--port', '0', '--data-dir', dataFolder, ...flags]
  await import(main)
  desktop.becomeReady()
}

/** Quits the app, confirming all its questions, and cleans up. */
export async function endDesktop(): Promise<void> {
  const { app } = await import('./electron.ts')
  desktop.answer = async ({ buttons }) => buttons[0]!
  if (readLock(dataFolder)) app.quit()
  else app.exit()
  await desktop.exited
  await desktop.closeBrowser()
  rmSync(desktop.folder, { recursive: true, force: true })
}
