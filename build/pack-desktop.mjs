import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EXTERNAL } from './compile.mjs'
import { electronBinary, electronFolder, fetchElectron } from './electron-binary.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Files of these packages that are only needed for their development, compilation and type checks. */
const SOURCES =
  /\.ts$|\.map$|\/better-sqlite3\/(deps|src|binding\.gyp)|\/piscina\/(benchmark|docs|examples|scripts|src|test)\b/

/** Copies the packages that are not bundled beside the compiled code. */
export function addPackages(dist) {
  for (const name of EXTERNAL)
    cpSync(`${root}node_modules/${name}`, `${dist}node_modules/${name}`, {
      recursive: true,
      dereference: true,
      filter: file => !SOURCES.test(file.replaceAll('\\', '/')),
    })
}

/** Runs electron-builder on the compiled program. Returns its exit code. */
export function runBuilder(dist, output, electronDist, ...more) {
  const args = [
    `${root}node_modules/electron-builder/cli.js`,
    ...['--config', `${root}build/electron-builder.json`, '--publish', 'never'],
    ...[`-c.directories.app=${dist}`, `-c.directories.output=${output}`, `-c.electronDist=${electronDist}`],
    ...more,
  ]
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status
}

/** Packs the desktop app for this system into `release/`. Prints a message instead if Electron's binary cannot be downloaded. */
export async function packDesktop(dist) {
  const missing = electronBinary() ? null : await fetchElectron()
  if (missing)
    return console.log(`The desktop app is not packed: ${missing}. What was compiled runs under Node.`)
  process.exitCode = runBuilder(dist, `${root}release`, electronFolder()) ?? 1
}
