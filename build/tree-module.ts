// Compiles the tree construction of pages, which is written in AssemblyScript, and writes the module where the service takes it from.
// What is written is a part of the repository, so that only who changes the sources needs the compiler; a test compares the two.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const COMPILER = join(root, 'node_modules/assemblyscript/bin/asc.js')
const SOURCES = join(root, 'server/html/tree-construction')
const MODULE = join(root, 'server/html/tree/tree-module.ts')

const FLAGS = [
  // No runtime, no garbage: memory is taken in one piece for each page. `abort` would only tell in which file it happened.
  ...['--runtime', 'stub', '--use', 'abort=', '--noAssert', '--uncheckedBehavior', 'always'],
  // Pages of 64 KB: a small page of a site needs no more.
  ...['-O2', '--enable', 'simd', '--initialMemory', '8'],
]

/** The file for the service, as text. Throws where the compiler does not take the sources, and prints what it says. */
export function compileTreeModule(): string {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-tree-'))
  const file = join(folder, 'build-tree.wasm')
  try {
    execFileSync(process.execPath, [
      COMPILER,
      'build-tree.ts',
      '--baseDir',
      SOURCES,
      '--outFile',
      file,
      ...FLAGS,
    ])
    return `/** What \`tree-construction/\` compiles to, in Base64: \`npm run build:tree\` writes it. */
export const TREE_MODULE =
  '${readFileSync(file, 'base64')}'
`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const readTreeModule = () => readFileSync(MODULE, 'utf8')

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(MODULE, compileTreeModule())
