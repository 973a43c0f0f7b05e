import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { build } from 'vite'
import { fillWithSampleData } from '../../app/support/sample-data.ts'
import { MAX_FIRST_LOAD_KB, measureApp } from '../../support/app-chunks.ts'
import { type AppMemory, addressesOf, measureMemory, visitAllPages } from '../../support/app-memory.ts'
import { testChromium } from '../../support/chromium.ts'
import { startTestApp } from '../../support/start-app.ts'
import { fillJobsAndRows } from '../large-store.ts'
import { report } from '../report.ts'

const MAX_PAINT_MS = 1_000
const LOADS = 7
const LARGEST_PARTS = 8
const JOBS = 10_000
const ROWS = 100_000
const ROUNDS = 10
const MAX_HEAP_MB = 64

/**
 * The pages of the app: what must load before the first page shows, what loads on demand, how soon something is visible,
 * and how much memory the window holds after showing every page.
 */
export async function app(folder: string): Promise<void> {
  const pages = join(folder, 'app')
  const configFile = fileURLToPath(new URL('../../../build/vite.config.ts', import.meta.url))
  await build({ configFile, logLevel: 'warn', build: { outDir: pages } })
  const { firstKb, parts } = measureApp(pages)
  const paints = await firstPaints(pages)
  report('The pages of the app', {
    'first load': { is: `${round(firstKb)} kB`, 'at most': `${MAX_FIRST_LOAD_KB} kB` },
    'first paint': { is: `${median(paints)} ms`, 'at most': `${MAX_PAINT_MS} ms` },
  })
  const largest = parts.slice(0, LARGEST_PARTS).map(({ chunk, kB }) => [chunk, { kB: round(kB) }])
  report('Parts of the app that load when they are needed, gzip', Object.fromEntries(largest))
  report(
    `The window over ${JOBS.toLocaleString('en')} jobs and ${ROWS.toLocaleString('en')} rows`,
    await memory(join(folder, 'used'), pages),
  )
}

/** Milliseconds until the first text or image of the Overview. Each load uses a browser with an empty cache. */
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

/** The memory of the window after it has shown all pages once, and after it has shown all of them repeatedly. */
async function memory(data_dir: string, appFolder: string): Promise<Record<string, object>> {
  await (await startTestApp({ data_dir })).stop()
  const database = fillJobsAndRows(data_dir, JOBS, ROWS)
  const winnow = await startTestApp({ data_dir }, undefined, { appFolder })
  const browser = await chromium.launch(await testChromium())
  try {
    const records = addressesOf({ ...(await fillWithSampleData(winnow)), '/databases/:id': database })
    const page = await browser.newPage({ reducedMotion: 'reduce' })
    await page.goto(winnow.app.invite())
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    const rows: Record<string, object> = { 'the Overview': summaryOf(await measureMemory(page)) }
    await visitAllPages(page, records)
    rows['every page once'] = { ...summaryOf(await measureMemory(page)), 'at most': `${MAX_HEAP_MB} MB` }
    for (let round = 0; round < ROUNDS; round++) await visitAllPages(page, records)
    rows[`every page ${ROUNDS} more times`] = {
      ...summaryOf(await measureMemory(page)),
      'at most': `${MAX_HEAP_MB} MB`,
    }
    return rows
  } finally {
    await browser.close()
    await winnow.stop()
  }
}

const summaryOf = ({ heapMb, nodes, listeners }: AppMemory) => ({
  'JS heap': `${round(heapMb)} MB`,
  'DOM nodes': nodes,
  listeners,
})

const median = (values: number[]) => Math.round(values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!)
const round = (kB: number) => Number(kB.toFixed(1))
