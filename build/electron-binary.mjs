// Electron's binary, which the package `electron` brings only when it is asked for.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const home = fileURLToPath(new URL('../node_modules/electron/', import.meta.url))
/** Long enough for a slow line, short enough for a person who waits. */
const PROBE_MS = 4_000

/** The folder of the binary: the one named to Electron itself by its own variable, or that of the package. */
export const electronFolder = () => process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(home, 'dist')

/** The path of the binary; null where it is not there. */
export function electronBinary() {
  const path = join(electronFolder(), programName())
  return existsSync(path) ? path : null
}

/** Written beside the binary once it is fetched whole. */
function programName() {
  const file = join(home, 'path.txt')
  return existsSync(file) ? readFileSync(file, 'utf8') : 'electron'
}

/** Fetches the binary, showing its progress. Gives null where it is there afterwards, else why not, in a clause. */
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

/** Null where the address answers, else why not. */
async function reach(address) {
  try {
    await fetch(address, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(PROBE_MS) })
    return null
  } catch (error) {
    return error.cause?.code ?? error.name
  }
}
