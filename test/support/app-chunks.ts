import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** A chunk in Vite's manifest. `imports` are loaded with it, `dynamicImports` on demand. */
interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  isEntry?: boolean
  isDynamicEntry?: boolean
}
type Manifest = Record<string, Chunk>

/** The most that may load before the first page shows, in KB with gzip. */
export const MAX_FIRST_LOAD_KB = 260
const FIRST_PAGE = 'features/overview/overview-page.tsx'

/**
 * Measures the built pages in a folder, with gzip: what loads before the Overview shows, and what each further part adds.
 */
export function measureApp(folder: string): { firstKb: number; parts: { chunk: string; kB: number }[] } {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'))
  const weight = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0) / 1000
  const entry = Object.keys(manifest).find(name => manifest[name]!.isEntry)!
  const first = filesOf(manifest, [entry, FIRST_PAGE])
  const parts = Object.keys(manifest)
    .filter(name => manifest[name]!.isDynamicEntry && name !== FIRST_PAGE)
    .map(name => ({
      chunk: name,
      kB: weight([...filesOf(manifest, [name])].filter(file => !first.has(file))),
    }))
    .sort((a, b) => b.kB - a.kB)
  return { firstKb: weight([...first, 'index.html']), parts }
}

/** The files of these chunks and of everything that they import. */
function filesOf(manifest: Manifest, names: string[], seen = new Set<string>()): Set<string> {
  const found = new Set<string>()
  for (const name of names.filter(name => !seen.has(name))) {
    seen.add(name)
    const { file, css = [], imports = [] } = manifest[name]!
    for (const each of [file, ...css, ...filesOf(manifest, imports, seen)]) found.add(each)
  }
  return found
}
