import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Returns a function that keeps upstream answers which no reader understood, for a bug report: in
 * `changed/<platform>/<time>.json`, the newest `keep()` of each platform.
 */
export function createChangedPayloads(dataDir: string, keep: () => number, now: () => number) {
  return async (platform: string, payloads: unknown): Promise<void> => {
    const folder = join(dataDir, 'changed', platform)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = `${new Date(now()).toISOString().replaceAll(':', '')}.json`
    await writeFile(join(folder, name), JSON.stringify(payloads), { mode: 0o600 })
    const names = (await readdir(folder)).sort().reverse()
    await Promise.all(names.slice(keep()).map(old => rm(join(folder, old), { force: true })))
  }
}
