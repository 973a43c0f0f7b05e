import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tempFolder } from './temp-folder.ts'

const script = fileURLToPath(new URL('../../build/package.mjs', import.meta.url))

/**
 * The folder of the program that a run of all tests has compiled once for all of them; read-only. The variable does not
 * start with `WINNOW_`, because the service would report an unknown setting.
 */
export const sharedCompiled: string | undefined = process.env.COMPILED_WINNOW

/**
 * Returns a folder with the compiled program: that of the whole run, or else a new one that is deleted after the tests of
 * the calling suite.
 */
export function compiledFolder(): string {
  if (sharedCompiled) return sharedCompiled
  const folder = join(tempFolder(), 'dist')
  execFileSync(process.execPath, [script, '--compile', folder])
  return folder
}
