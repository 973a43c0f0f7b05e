import { app, dialog } from 'electron'
import type { App } from '../server/app.ts'
import type { Flags } from '../server/cli/service.ts'
import { DISK_FAULT } from '../server/store/file/disk-errors.ts'
import { useTempFolder } from '../server/store/file/temp-folder.ts'
import { readFlags } from './flags.ts'
import { desktopNetwork } from './network.ts'
import { offerNextPort, offerOwner, showStartFailure, type TakenPort } from './start-trouble.ts'
import { systemVault } from './vault.ts'

/** Outside the archive of the packaged app: threads and native modules cannot be read from inside one. */
const serviceFile = new URL(
  import.meta.url.endsWith('.ts') ? '../server/app.ts' : '../server/app.js',
  import.meta.url.replace('/app.asar/', '/app.asar.unpacked/'),
)

/** The service as the parts of the shell know it: the same object, whichever start of it stands behind. */
export interface DesktopService extends App {
  /**
   * Starts it again once it has stopped, at the same address; windows stay signed in, and a pause stays. Throws what
   * keeps it from starting.
   */
  startAgain(): Promise<void>
}

/**
 * Starts the service in this process. Where its port or its data folder is taken, says by whom and offers a way on.
 * Returns null where the user does not take it, or where the service cannot start.
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
      const started = await startApp({ ...options, flags })
      useTempFolder(started.dataDir)
      return started
    } catch (error) {
      const { code, name } = error as NodeJS.ErrnoException
      if (name === 'FolderOwnedError') await offerOwner(flags)
      else if (code !== 'EADDRINUSE') showStartFailure(error as Error)
      else {
        const port = await offerNextPort(error as TakenPort)
        if (port) return attempt({ ...flags, port })
      }
      return null
    }
  }

  const first = await attempt(givenFlags)
  return (
    first &&
    keptService(first, ({ address }) => {
      const port = Number(new URL(address).port)
      return startApp({ ...options, flags: { ...givenFlags, port } })
    })
  )
}

/** The data folder can no longer be written to. */
function endWithoutFolder(error: Error): void {
  dialog.showErrorBox('Winnow has to quit.', error.message)
  app.exit(DISK_FAULT)
}

function keptService(first: App, again: (before: App) => Promise<App>): DesktopService {
  let current = first
  const startAgain = async () => {
    const isPaused = current.paused()
    current = await again(current)
    if (isPaused) current.pause(true)
  }
  return new Proxy({ startAgain } as DesktopService, {
    get: (own, name) => Reflect.get(own, name) ?? Reflect.get(current, name),
  })
}
