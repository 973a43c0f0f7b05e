// Builds the pages of the app where they are missing or older than their sources. Plain JavaScript, like all that runs
// before the service does.
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

/** True where the built pages are as new as their sources; also where there are no sources to build from. */
const areFresh = folder => !existsSync(join(root, 'renderer')) || isFresh(join(folder, 'index.html'), SOURCES)

/** Builds the pages into `folder`, and beside them the browser extension, which they offer. */
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

/** Builds the pages if need be, and says so in one line. */
export async function ensureRenderer(folder = join(root, 'dist', 'app')) {
  if (areFresh(folder)) return
  console.log('Building the pages of the app; this takes a few seconds, once.')
  await buildRenderer(folder)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureRenderer()
