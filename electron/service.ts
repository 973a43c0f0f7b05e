import { app } from 'electron'
import type { App } from '../server/app.ts'
import type { Flags } from '../server/cli/service.ts'
import { readFlags } from './flags.ts'
import { offerNextPort, offerOwner, type TakenPort, tellFailure } from './start-trouble.ts'
import { systemVault } from './vault.ts'

/** Outside the archive of the packaged app: threads and native modules cannot be read from inside one. */
const serviceFile = new URL(
  import.meta.url.endsWith('.ts') ? '../server/app.ts' : '../server/app.js',
  import.meta.url.replace('/app.asar/', '/app.asar.unpacked/'),
)

/**
 * Starts the service in this process. Where its port or its data folder is taken, tells by whom and offers a way on.
 * Gives null where the user does not take it, or where the service cannot start.
 */
export async function startService(): Promise<App | null> {
  const { startApp } = (await import(serviceFile.href)) as typeof import('../server/app.ts')
  const vault = systemVault()

  async function attempt(flags: Flags): Promise<App | null> {
    try {
      return await startApp({ flags, env: process.env, eager: true, ...(vault && { vault }) })
    } catch (error) {
      const { code, name } = error as NodeJS.ErrnoException
      if (name === 'FolderOwnedError') await offerOwner(flags)
      else if (code !== 'EADDRINUSE') tellFailure(error as Error)
      else {
        const port = await offerNextPort(error as TakenPort)
        if (port) return attempt({ ...flags, port })
      }
      return null
    }
  }
  return attempt(readFlags(process.argv.slice(app.isPackaged ? 1 : 2)))
}
