// Compiles the service into dist/ if the result is missing or older than its sources: the compiled service starts in half
// the time.
import { fileURLToPath } from 'node:url'
import { isFresh } from './freshness.mjs'

const DIST = fileURLToPath(new URL('../dist/', import.meta.url))
/** The file that compiling writes last. */
const BUILT = `${DIST}package.json`
const SOURCES = [
  'server',
  'electron',
  'package.json',
  'package-lock.json',
  'build/compile.mjs',
  'build/late-packages.mjs',
  'build/lean-imports.mjs',
]

/** True if the compiled service is up to date. */
export const isCompiled = () => isFresh(BUILT, SOURCES)

/** Compiles the service and the desktop shell if necessary. */
export async function ensureCompiled() {
  if (isCompiled()) return
  const { compile } = await import('./compile.mjs')
  await compile(DIST)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureCompiled()
