import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tempFolder } from './temp-folder.ts'

const script = fileURLToPath(new URL('../../build/package.mjs', import.meta.url))

/**
 * Where a run of all tests keeps the program that it has compiled once for all of them; nobody writes there. No variable
 * `WINNOW_…`: the service would say that it is not a setting.
 */
export const sharedCompiled: string | undefined = process.env.COMPILED_WINNOW

/** A folder with the compiled program: that of the whole run, else one that is gone after the tests of this place. */
export function compiledFolder(): string {
  if (sharedCompiled) return sharedCompiled
  const folder = join(tempFolder(), 'dist')
  execFileSync(process.execPath, [script, '--compile', folder])
  return folder
}
