import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app } from './parts/app.ts'
import { batch } from './parts/batch.ts'
import { calls } from './parts/calls.ts'
import { fetchPages } from './parts/fetch.ts'
import { hostile } from './parts/hostile.ts'
import { ledger } from './parts/ledger.ts'
import { page } from './parts/page.ts'
import { parse } from './parts/parse.ts'
import { place } from './parts/place.ts'
import { queue } from './parts/queue.ts'
import { readers } from './parts/readers.ts'
import { real } from './parts/real.ts'
import { tools } from './parts/tools.ts'
import { writeReport } from './report.ts'

/** Each prints a table of its own. */
const PARTS: Record<string, (folder: string) => Promise<void>> = {
  page,
  real,
  hostile,
  place,
  parse,
  batch,
  calls,
  queue,
  tools,
  ledger,
  fetch: fetchPages,
  readers,
  app,
}

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS)
const unknown = chosen.filter(name => !Object.hasOwn(PARTS, name))
if (unknown.length)
  throw new Error(`There is no part ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`)

const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-'))
try {
  for (const name of chosen) await PARTS[name]!(folder)
  writeReport(fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
