// Compiles the service into dist/ where that is missing or older than its sources: compiled, it starts in half the time.
import { fileURLToPath } from 'node:url'
import { isFresh } from './freshness.mjs'

const DIST = fileURLToPath(new URL('../dist/', import.meta.url))
/** What compiling writes last. */
const BUILT = `${DIST}package.json`
const SOURCES = [
  'server',
  'electron',
  'package.json',
  'package-lock.json',
  'build/compile.mjs',
  'build/lean-imports.mjs',
]

/** True where the compiled service is as new as its sources. */
export const isCompiled = () => isFresh(BUILT, SOURCES)

/** Compiles the service, and the desktop shell with it, if need be. */
export async function ensureCompiled() {
  if (isCompiled()) return
  const { compile } = await import('./compile.mjs')
  await compile(DIST)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureCompiled()
