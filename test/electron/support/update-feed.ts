import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startLocalSite } from '../../support/local-site.ts'
import { desktop } from './desktop.ts'
import { dataFolder } from './start-desktop.ts'

/** The new version writes how it was started: whether the old service still runs, and whether it is only to install itself. */
const newVersion = (reportFile: string) => `#!/bin/sh
test -e '${dataFolder}/winnow.lock' && service=running || service=stopped
echo "$service \${APPIMAGE_EXIT_AFTER_INSTALL:-stays}" > '${reportFile}'
`

/**
 * Serves a feed with a newer version, and makes this process look like an AppImage that was packed. The real electron-updater
 * reads the feed, and replaces and starts the AppImage.
 */
export async function startUpdateFeed() {
  const site = await startLocalSite()
  const { app } = await import('./electron.ts')
  const program = join(desktop.folder, 'Winnow.AppImage')
  const reportFile = join(desktop.folder, 'started')
  const package_ = newVersion(reportFile)
  const sha512 = createHash('sha512').update(package_).digest('base64')
  const name = 'winnow-1.0.0.AppImage'
  site.on('/feed/latest-linux.yml', {
    body: `version: 1.0.0\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${package_.length}\npath: ${name}\nsha512: ${sha512}\n`,
  })
  site.on(`/feed/${name}`, { body: package_ })
  writeFileSync(program, 'the old version')
  writeFileSync(join(desktop.folder, 'app-update.yml'), 'updaterCacheDirName: winnow-updater\n')
  Object.assign(process, { resourcesPath: desktop.folder })
  Object.assign(process.env, { APPIMAGE: program, XDG_CACHE_HOME: join(desktop.folder, 'cache') })
  app.isPackaged = true
  return {
    address: `${site.url}/feed/`,
    close: site.close,
    program: () => readFileSync(program, 'utf8'),
    /** How the new version was started; null if it was not. */
    report: () => (existsSync(reportFile) ? readFileSync(reportFile, 'utf8').trim() : null),
  }
}
