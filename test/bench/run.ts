import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { MEMORY_OF_PART, touchMemory } from './memory.ts'
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
import { starts } from './parts/start.ts'
import { streams } from './parts/streams.ts'
import { tools } from './parts/tools.ts'
import { workers } from './parts/workers.ts'
import { waitForQuiet, warningOf } from './quiet.ts'
import { startSection, writeReport, writeResults } from './report.ts'
import { type Results, regressionsSince } from './results.ts'

interface Part {
  /** The title of its section in the benchmarks file, which has the sections in this order. */
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
  start: { title: 'The start of the service', run: starts },
}

const { values: flags, positionals } = parseArgs({
  options: { against: { type: 'string' } },
  allowPositionals: true,
})
const chosen = positionals.length ? positionals : Object.keys(PARTS)
const unknown = chosen.filter(name => !Object.hasOwn(PARTS, name))
if (unknown.length)
  throw new Error(`There is no part ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`)

/** Read before the results file is written, since it may be the same file. */
const before: Results | null = flags.against ? JSON.parse(readFileSync(flags.against, 'utf8')) : null

const fileOf = (name: string) => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url))
const titles = Object.values(PARTS).map(({ title }) => title)
const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-'))
try {
  for (const name of chosen) {
    const startedAt = performance.now()
    const { title, run } = PARTS[name]!
    touchMemory(MEMORY_OF_PART)
    const noise = await waitForQuiet()
    const warning = warningOf(noise)
    if (warning) console.warn(`${name}: ${warning}`)
    startSection(title, noise)
    await run(folder)
    // Written after each part, so that a part that fails does not lose the results of others.
    writeReport(fileOf('benchmarks.md'), titles)
    const results = writeResults(fileOf('benchmarks.json'))
    if (before) printRegressions(before, results, title)
    console.log(`${name} took ${Math.round((performance.now() - startedAt) / 1000)} s`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Prints what got slower in a part by more than its rounds vary, and in that case sets the exit code to 1. */
function printRegressions(earlier: Results, now: Results, part: string): void {
  const regressions = regressionsSince(earlier, now).filter(({ section }) => section === part)
  console.log(regressions.length ? 'Slower than before:' : 'Nothing of it is slower than before.')
  if (regressions.length) console.table(regressions)
  if (regressions.length) process.exitCode = 1
}
