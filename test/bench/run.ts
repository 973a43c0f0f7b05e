import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app } from './parts/app.ts'
import { batch } from './parts/batch.ts'
import { calls } from './parts/calls.ts'
import { doors } from './parts/doors.ts'
import { fetchPages } from './parts/fetch.ts'
import { hostile } from './parts/hostile.ts'
import { ledger } from './parts/ledger.ts'
import { lookup } from './parts/lookup.ts'
import { page } from './parts/page.ts'
import { parse } from './parts/parse.ts'
import { place } from './parts/place.ts'
import { queue } from './parts/queue.ts'
import { read } from './parts/read.ts'
import { readers } from './parts/readers.ts'
import { real } from './parts/real.ts'
import { scale } from './parts/scale.ts'
import { streams } from './parts/streams.ts'
import { tools } from './parts/tools.ts'
import { workers } from './parts/workers.ts'
import { startSection, writeReport } from './report.ts'

interface Part {
  /** Of its section in the file of benchmarks, where they stand in this order. */
  title: string
  /** Prints one or more tables. */
  run(folder: string): Promise<void>
}

const PARTS: Record<string, Part> = {
  page: { title: 'Reading a page that is in memory', run: page },
  real: { title: 'Real pages', run: real },
  read: { title: 'Main texts of pages', run: read },
  hostile: { title: 'Hostile pages', run: hostile },
  place: { title: 'A page read on the spot and in a thread', run: place },
  parse: { title: 'Uploads, from the first byte to the answer', run: parse },
  batch: { title: 'A batch of 2,000 pages of 20 KB from a local site', run: batch },
  workers: { title: 'Pages of a batch read by workers on the same machine', run: workers },
  calls: { title: 'A paid call that does nothing', run: calls },
  lookup: { title: 'Finding an operation', run: lookup },
  doors: { title: 'What other calls wait for, at worst', run: doors },
  ledger: { title: 'The end of a paid call in the store', run: ledger },
  queue: { title: 'The queue of jobs', run: queue },
  streams: { title: 'Streams of events', run: streams },
  scale: { title: 'A store after half a year of use', run: scale },
  tools: { title: 'Tools over MCP', run: tools },
  fetch: { title: 'Fetching pages from a local site', run: fetchPages },
  readers: { title: 'Prebuilt readers on recorded pages', run: readers },
  app: { title: 'The pages of the app', run: app },
}

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS)
const unknown = chosen.filter(name => !Object.hasOwn(PARTS, name))
if (unknown.length)
  throw new Error(`There is no part ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`)

const file = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url))
const titles = Object.values(PARTS).map(({ title }) => title)
const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-'))
try {
  for (const name of chosen) {
    const startedAt = performance.now()
    const { title, run } = PARTS[name]!
    startSection(title)
    await run(folder)
    // After each part, so that one that fails takes nothing away.
    writeReport(file, titles)
    console.log(`${name} took ${Math.round((performance.now() - startedAt) / 1000)} s`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
