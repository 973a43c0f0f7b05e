// Compiles the service and the desktop shell to dist/ (or the given folder), which runs without type stripping and contains
// nothing for development. Then packs the desktop app for this system with electron-builder, if Electron's binary is
// available. `--compile` stops before that; `--pages` names a folder with the built pages, which are built only if
// necessary.
import { cpSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { compile } from './compile.mjs'
import { addPackages, packDesktop } from './pack-desktop.mjs'
import { buildRenderer, ensureRenderer } from './renderer.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values, positionals } = parseArgs({
  options: { compile: { type: 'boolean' }, pages: { type: 'string' } },
  allowPositionals: true,
})
const dist = `${resolve(positionals[0] ?? `${root}dist`)}/`

rmSync(dist, { recursive: true, force: true })
await Promise.all([
  compile(dist),
  values.pages ? ensureRenderer(resolve(values.pages)) : buildRenderer(`${dist}app`),
])
if (values.pages) cpSync(values.pages, `${dist}app`, { recursive: true })
addPackages(dist)
for (const name of ['bin', 'README.md', 'LICENSE', 'CHANGELOG.md'])
  cpSync(root + name, dist + name, { recursive: true })
console.log(`Compiled to ${dist}. Make a package of it with: npm pack ${dist}`)
if (!values.compile) await packDesktop(dist)
