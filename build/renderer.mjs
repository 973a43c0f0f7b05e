// Builds the pages of the app if they are missing or older than their sources. Plain JavaScript, like everything that runs
// before the service.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isFresh } from './freshness.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = [
  'renderer',
  'extension',
  'docs',
  'README.md',
  'build/vite.config.ts',
  'build/extension.mjs',
  'build/pack-files.ts',
  'package-lock.json',
]

/** True if the built pages are up to date, or if there are no sources to build from. */
const areFresh = folder => !existsSync(join(root, 'renderer')) || isFresh(join(folder, 'index.html'), SOURCES)

/** Builds the pages into `folder`, together with the browser extension, which they offer for download. */
export async function buildRenderer(folder = join(root, 'dist', 'app')) {
  const { build } = await import('vite')
  const { buildExtension } = await import('./extension.mjs')
  await build({
    configFile: join(root, 'build', 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  })
  await buildExtension(join(folder, 'extension'))
}

/** Builds the pages if necessary, and prints one line about it. */
export async function ensureRenderer(folder = join(root, 'dist', 'app')) {
  if (areFresh(folder)) return
  console.log('Building the pages of the app; this takes a few seconds, once.')
  await buildRenderer(folder)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureRenderer()
