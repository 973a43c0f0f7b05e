import { app, dialog } from 'electron'
import type { App } from '../server/app.ts'
import type { Flags } from '../server/cli/service.ts'
import { DISK_EXIT_CODE } from '../server/store/file/disk-errors.ts'
import { useTempFolder } from '../server/store/file/temp-folder.ts'
import { readFlags } from './flags.ts'
import { desktopNetwork } from './network.ts'
import { offerNextPort, offerOwner, type PortTakenError, showStartFailure } from './start-trouble.ts'
import { systemVault } from './vault.ts'

/** Lies outside the archive of the packaged app: threads and native modules cannot be loaded from inside it. */
const serviceFile = new URL(
  import.meta.url.endsWith('.ts') ? '../server/app.ts' : '../server/app.js',
  import.meta.url.replace('/app.asar/', '/app.asar.unpacked/'),
)

/** The service for all parts of the shell: the object stays the same when the service restarts. */
export interface DesktopService extends App {
  /**
   * Restarts the service after it has stopped, at the same address. Windows stay signed in, and a paused service stays
   * paused. Throws if it cannot start.
   */
  startAgain(): Promise<void>
}

/**
 * Starts the service in this process. If its port or its data folder is taken, says by whom and offers an alternative.
 * Returns null if the user declines, or if the service cannot start.
 */
export async function startService(): Promise<DesktopService | null> {
  const { startApp } = (await import(serviceFile.href)) as typeof import('../server/app.ts')
  const vault = systemVault()
  const options = {
    env: process.env,
    eager: true,
    onFolderLost: endWithoutFolder,
    network: desktopNetwork,
    ...(vault && { vault }),
  }
  const givenFlags = readFlags(process.argv.slice(app.isPackaged ? 1 : 2))

  async function attempt(flags: Flags): Promise<App | null> {
    try {
      const startedApp = await startApp({ ...options, flags })
      useTempFolder(startedApp.dataDir)
      return startedApp
    } catch (error) {
      const { code, name } = error as NodeJS.ErrnoException
      if (name === 'FolderOwnedError') await offerOwner(flags)
      else if (code !== 'EADDRINUSE') showStartFailure(error as Error)
      else {
        const port = await offerNextPort(error as PortTakenError)
        if (port) return attempt({ ...flags, port })
      }
      return null
    }
  }

  const firstApp = await attempt(givenFlags)
  return (
    firstApp &&
    restartableService(firstApp, ({ address }) => {
      const port = Number(new URL(address).port)
      return startApp({ ...options, flags: { ...givenFlags, port } })
    })
  )
}

/** Ends the app when the data folder can no longer be written to. */
function endWithoutFolder(error: Error): void {
  dialog.showErrorBox('Winnow has to quit.', error.message)
  app.exit(DISK_EXIT_CODE)
}

function restartableService(firstApp: App, restart: (before: App) => Promise<App>): DesktopService {
  let current = firstApp
  const startAgain = async () => {
    const isPaused = current.paused()
    current = await restart(current)
    if (isPaused) current.pause(true)
  }
  return new Proxy({ startAgain } as DesktopService, {
    get: (target, name) => Reflect.get(target, name) ?? Reflect.get(current, name),
  })
}
