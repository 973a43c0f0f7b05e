import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { build } from 'vite'
import { testChromium } from '../../support/chromium.ts'
import { startTestApp } from '../../support/start-app.ts'
import { report } from '../report.ts'

/** What Vite writes of a chunk into its manifest; `imports` come with it, `dynamicImports` when they are needed. */
interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  isEntry?: boolean
  isDynamicEntry?: boolean
}
type Manifest = Record<string, Chunk>

const MOST_KB = 300
const MOST_PAINT_MS = 1_000
const LOADS = 7
const FIRST_PAGE = 'features/overview/overview-page.tsx'

/** The app's pages: what must come before the first of them shows, what comes when it is needed, how soon one sees something. */
export async function app(folder: string): Promise<void> {
  const pages = join(folder, 'app')
  const configFile = fileURLToPath(new URL('../../../build/vite.config.ts', import.meta.url))
  await build({ configFile, logLevel: 'warn', build: { outDir: pages, manifest: true } })
  const manifest: Manifest = JSON.parse(readFileSync(join(pages, '.vite', 'manifest.json'), 'utf8'))
  const weight = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(pages, file))).length, 0) / 1000
  const entry = Object.keys(manifest).find(name => manifest[name]!.isEntry)!
  const first = filesOf(manifest, [entry, FIRST_PAGE])
  const lazy = Object.keys(manifest)
    .filter(name => manifest[name]!.isDynamicEntry && name !== FIRST_PAGE)
    .map(name => ({
      chunk: name,
      kB: weight([...filesOf(manifest, [name])].filter(file => !first.has(file))),
    }))
    .sort((a, b) => b.kB - a.kB)

  const paints = await firstPaints(pages)
  report('The pages of the app', {
    'first load': { is: `${round(weight(first) + weight(['index.html']))} kB`, 'at most': `${MOST_KB} kB` },
    'first paint': { is: `${median(paints)} ms`, 'at most': `${MOST_PAINT_MS} ms` },
  })
  const parts = lazy.slice(0, 8).map(({ chunk, kB }) => [chunk, { kB: round(kB) }])
  report('Parts of the app that load when they are needed, gzip', Object.fromEntries(parts))
}

/** The files of chunks and of all that they import. */
function filesOf(manifest: Manifest, names: string[], seen = new Set<string>()): Set<string> {
  const found = new Set<string>()
  for (const name of names.filter(name => !seen.has(name))) {
    seen.add(name)
    const { file, css = [], imports = [] } = manifest[name]!
    for (const each of [file, ...css, ...filesOf(manifest, imports, seen)]) found.add(each)
  }
  return found
}

/** Milliseconds to the first text or picture of the Overview, each in a browser that has nothing of it yet. */
async function firstPaints(appFolder: string): Promise<number[]> {
  const winnow = await startTestApp({}, undefined, { appFolder })
  const browser = await chromium.launch(await testChromium())
  try {
    const paints: number[] = []
    for (let load = 0; load < LOADS; load++) {
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.goto(winnow.app.invite())
      await page.getByRole('heading', { name: 'Overview' }).waitFor()
      paints.push(
        await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]!.startTime),
      )
      await context.close()
    }
    return paints
  } finally {
    await browser.close()
    await winnow.stop()
  }
}

const median = (values: number[]) => Math.round(values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!)
const round = (kB: number) => Number(kB.toFixed(1))
