import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { DIST_PREFIX, lateFiles, latePackages } from './late-packages.mjs'
import { leanNode, leanPackages } from './lean-imports.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Packages that cannot be bundled: a native module, and two that start programs or threads from files of their own. */
export const EXTERNAL = ['better-sqlite3', 'piscina', 'playwright-core']

/**
 * A single character beyond Latin-1 doubles the memory that the engine needs for the source of a file, and many comments
 * contain some. So comments are removed and strings escaped. Line breaks are kept for stack traces, and licence notices
 * stay.
 */
const LATIN_OUTPUT = {
  comments: { annotation: false, jsdoc: false, legal: true },
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
}

/** Entry points of the service: command line and threads, below `server/`. Shared chunks are written there too. */
const serviceEntries = {
  'server/app': 'server/app.ts',
  'server/cli': 'server/cli.ts',
  ...Object.fromEntries(
    globSync('server/**/{worker,*-worker}.ts', { cwd: root }).map(file => [
      file.replace(/\.ts$/, '').replaceAll(sep, '/'),
      file,
    ]),
  ),
}

/**
 * Compiles the service and the desktop shell to JavaScript that needs no type stripping and no packages except EXTERNAL.
 * The preload script is CommonJS, because a sandboxed window accepts nothing else.
 */
export async function compile(dist) {
  await bundle(dist, serviceEntries, {
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: 'server/[name]-[hash].js',
  })
  await bundle(
    dist,
    { 'electron/main': 'electron/main.ts' },
    { format: 'es', entryFileNames: '[name].js', codeSplitting: false },
  )
  await bundle(
    dist,
    { 'electron/preload': 'electron/preload.ts' },
    { format: 'cjs', entryFileNames: '[name].cjs' },
  )
  for (const [file, from] of Object.entries(lateFiles))
    await bundle(
      dist,
      { [file]: from },
      { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
    )
  // Copies files that are not code: migrations, samples, icons.
  for (const folder of ['server', 'electron'])
    cpSync(root + folder, join(dist, folder), {
      recursive: true,
      filter: name => !/\.ts$|tsconfig\.json$/.test(name),
    })
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
}

const bundle = (dist, input, output) =>
  build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [keepLocations(), leanNode(), latePackages(), leanPackages()],
    ssr: { noExternal: true, external: ['electron', ...EXTERNAL] },
    build: {
      ssr: true,
      outDir: dist,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node24',
      rolldownOptions: { input, output: { ...output, ...LATIN_OUTPUT } },
    },
  })

/** Modules in a bundle lose their location. Restores `import.meta.url` for modules that look for files beside their source. */
function keepLocations() {
  return {
    name: 'keep-places',
    transform(code, id) {
      const file = relative(root, id).replaceAll(sep, '/')
      if (!/^(server|electron)\/.*\.ts$/.test(file) || !code.includes('import.meta.url')) return
      const location = `new URL("${DIST_PREFIX}${file.replace(/ts$/, 'js')}", import.meta.url).href`
      return { code: code.replaceAll('import.meta.url', location), map: null }
    },
    renderChunk(code, { fileName }) {
      const up = '../'.repeat(fileName.split('/').length - 1)
      return { code: code.replaceAll(DIST_PREFIX, up), map: null }
    },
  }
}

/** The package.json of the compiled program, without development fields and bundled packages. */
function manifest() {
  const {
    scripts: _scripts,
    devDependencies: _dev,
    private: _private,
    dependencies,
    ...rest
  } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const external = Object.fromEntries(EXTERNAL.map(name => [name, dependencies[name]]))
  return { ...rest, main: 'electron/main.js', dependencies: external }
}
