// Compiles the tree construction of pages, which is written in AssemblyScript, and writes the module that the service
// imports. The output is committed, so that only those who change the sources need the compiler; a test compares the two.
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
  // No runtime and no garbage collection: memory is allocated in one piece for each page. `abort` would only report the
  // file.
  ...['--runtime', 'stub', '--use', 'abort=', '--noAssert', '--uncheckedBehavior', 'always'],
  // Initial memory in pages of 64 KB: enough for a small web page.
  ...['-O2', '--enable', 'simd', '--initialMemory', '8'],
]

/** Returns the source of the service's module. Throws if the compiler rejects the sources, and prints its output. */
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
