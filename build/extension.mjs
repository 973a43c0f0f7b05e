import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zipSync } from 'fflate'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Manifest fields for each kind of browser: Chrome and Edge run the background script as a worker, Firefox as a page. */
const BROWSERS = {
  chromium: {
    minimum_chrome_version: '125',
    background: { service_worker: 'background.js', type: 'module' },
  },
  firefox: {
    background: { scripts: ['background.js'], type: 'module' },
    browser_specific_settings: {
      gecko: {
        id: 'extension@winnow.invalid',
        strict_min_version: '128.0',
        data_collection_permissions: { required: ['none'] },
      },
    },
  },
}

/** Builds the browser extension into `folder`: for each kind of browser, a folder that can be loaded and a zip file of it. */
export async function buildExtension(folder) {
  rmSync(folder, { recursive: true, force: true })
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const manifest = JSON.parse(readFileSync(join(root, 'extension', 'manifest.json'), 'utf8'))
  for (const [browser, own] of Object.entries(BROWSERS)) {
    const target = join(folder, browser)
    mkdirSync(target, { recursive: true })
    await bundle(target)
    for (const name of ['popup.html', 'popup.css', 'icons'])
      cpSync(join(root, 'extension', name), join(target, name), { recursive: true })
    writeFileSync(
      join(target, 'manifest.json'),
      `${JSON.stringify({ ...manifest, version, ...own }, null, 2)}\n`,
    )
    writeFileSync(join(folder, `winnow-${browser}.zip`), zipOf(target))
  }
}

/** Not minified, for the reviews of extension stores and for users who inspect what runs in their browser. */
const bundle = outDir =>
  build({
    root: join(root, 'extension'),
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      minify: false,
      target: 'esnext',
      modulePreload: false,
      rolldownOptions: {
        input: ['popup', 'background'].map(name => join(root, 'extension', `${name}.ts`)),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })

function zipOf(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const files = names.map(({ parentPath, name }) => join(parentPath, name))
  const entries = files.sort().map(file => [
    file.slice(folder.length + 1).replaceAll('\\', '/'),
    // A constant time, so that the same sources produce the same file.
    [readFileSync(file), { mtime: '1980-01-02' }],
  ])
  return zipSync(Object.fromEntries(entries))
}
