import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { type BatchRun, runBatch } from '../batch.ts'
import { median, runOnce, start } from '../contestants.ts'
import { report } from '../report.ts'

const PAGES = 2_000
const ROWS = 40
const ROUNDS = 3

/** Pages of 20 KB from a local site, 12 fields and 40 rows of each: ours ends in the store, paid for, with the page kept. */
export async function batch(folder: string) {
  const site = await start('./servers/listing-site.ts', '')
  const origin = site.address
  const runners: Record<string, () => Promise<BatchRun>> = {
    winnow: () => runBatch(mkdtempSync(join(folder, 'batch-')), origin, PAGES),
    crawlee: () => runOnce('./anchors/crawlee.mjs', origin, String(PAGES)) as Promise<BatchRun>,
    'fetch only': () => runOnce('./anchors/fetch-only.mjs', origin, String(PAGES)) as Promise<BatchRun>,
  }
  const runs: Record<string, BatchRun[]> = {}
  try {
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, run] of Object.entries(runners)) runs[name] = [...(runs[name] ?? []), await run()]
  } finally {
    site.stop()
  }
  for (const [name, all] of Object.entries(runs))
    for (const { rows } of all)
      if (rows !== PAGES * ROWS) throw new Error(`${name} read ${rows} rows of ${PAGES * ROWS}.`)
  report(
    'A batch of 2,000 pages of 20 KB from a local site',
    Object.fromEntries(Object.entries(runs).map(([name, all]) => [name, rowOf(all, runs.winnow!)])),
  )
}

/** Ratios are taken within a round, so that a machine that is busy for a while slows all. */
function rowOf(runs: BatchRun[], ours: BatchRun[]) {
  const ratio = (of: (run: BatchRun) => number) => median(runs.map((run, i) => of(ours[i]!) / of(run)))
  const memory = runs.every(({ peakMb }) => peakMb !== null)
  return {
    'pages/s': Math.round(median(runs.map(({ ms }) => (PAGES / ms) * 1000))),
    'winnow to it': Number(ratio(({ ms }) => 1 / ms).toFixed(2)),
    'peak MB': memory ? Math.round(median(runs.map(({ peakMb }) => peakMb!))) : null,
    'memory of winnow to it': memory ? Number(ratio(({ peakMb }) => peakMb!).toFixed(2)) : null,
  }
}
