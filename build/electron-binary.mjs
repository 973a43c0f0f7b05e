// Electron's binary, which the package `electron` downloads only on request.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const home = fileURLToPath(new URL('../node_modules/electron/', import.meta.url))
/** Timeout of the probe: long enough for a slow connection, short enough for a waiting person. */
const PROBE_MS = 4_000

/** Returns the folder of the binary: the one in Electron's own environment variable, or that of the package. */
export const electronFolder = () => process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(home, 'dist')

/** Returns the path of the binary; null if it does not exist. */
export function electronBinary() {
  const path = join(electronFolder(), programName())
  return existsSync(path) ? path : null
}

/** Returns the path within the folder, from a file that the installer writes after a complete download. */
function programName() {
  const file = join(home, 'path.txt')
  return existsSync(file) ? readFileSync(file, 'utf8') : 'electron'
}

/** Downloads the binary, showing the progress. Returns null on success, otherwise the reason as a clause. */
export async function fetchElectron() {
  if (!existsSync(join(home, 'install.js'))) return 'Electron is not installed'
  const source =
    process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror ?? 'https://github.com/'
  const unreachable = await reach(source)
  if (unreachable)
    return `Electron’s binary is missing and ${new URL(source).host} cannot be reached (${unreachable})`
  console.log('Fetching Electron, about 110 MB, once.')
  spawnSync(process.execPath, [join(home, 'install.js')], { stdio: 'inherit' })
  return electronBinary() ? null : 'Electron’s binary could not be fetched'
}

/** Returns null if the address answers, otherwise the reason. */
async function reach(address) {
  try {
    await fetch(address, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(PROBE_MS) })
    return null
  } catch (error) {
    return error.cause?.code ?? error.name
  }
}
