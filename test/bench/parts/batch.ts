import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { type BatchRun, runBatch } from '../batch.ts'
import { median, runOnce, start } from '../contestants.ts'
import { afreshInTurn } from '../in-turn.ts'
import { asMeasure, measureOf } from '../measure.ts'
import { prepareProgram } from '../program.ts'
import { report } from '../report.ts'
import { rounded } from '../rounded.ts'
import { atLeast, atMost } from '../row.ts'

const PAGES = 2_000
const ROWS = 40
const ROUNDS = 5
const SPEED_AIMS: Record<string, number> = { crawlee: 14, 'fetch only': 0.5 }
const MEMORY_AIMS: Record<string, number> = { crawlee: 0.25 }

/** Pages of 20 KB from a local site, 12 fields and 40 rows of each: ours ends in the store, paid for, with the page kept. */
export async function batch(folder: string) {
  const site = await start('./servers/listing-site.ts', '')
  const origin = site.address
  let runs: Record<string, BatchRun[]>
  try {
    const program = await prepareProgram(folder, origin)
    const runners: Record<string, () => Promise<BatchRun>> = {
      winnow: () => runBatch(program, mkdtempSync(join(folder, 'batch-')), origin, PAGES),
      crawlee: () => runOnce('./anchors/crawlee.mjs', origin, String(PAGES)) as Promise<BatchRun>,
      'fetch only': () => runOnce('./anchors/fetch-only.mjs', origin, String(PAGES)) as Promise<BatchRun>,
    }
    runs = await afreshInTurn(runners, run => run(), ROUNDS)
  } finally {
    site.stop()
  }
  for (const [name, all] of Object.entries(runs))
    for (const { rows } of all)
      if (rows !== PAGES * ROWS) throw new Error(`${name} read ${rows} rows of ${PAGES * ROWS}.`)
  const rows = Object.entries(runs).map(([name, all]) => [name, rowOf(name, all, runs.winnow!)])
  report('A batch of 2,000 pages of 20 KB from a local site', Object.fromEntries(rows))
}

const rate = ({ ms }: BatchRun) => (PAGES / ms) * 1000
/** Without the start of the process, as a service has it that runs already. */
const rateOnceUp = ({ ms, startMs }: BatchRun) => (PAGES / (ms - startMs)) * 1000

/** Ratios are taken within a round, so that a machine that is busy for a while slows all. */
function rowOf(name: string, runs: BatchRun[], ours: BatchRun[]) {
  const ratio = (of: (run: BatchRun) => number) =>
    rounded(median(runs.map((run, round) => of(ours[round]!) / of(run))))
  const measure = measureOf(ours.map(rate), runs.map(rate), 'more')
  const told = runs.every(({ cpuMs, peakMb }) => cpuMs !== null && peakMb !== null)
  const cells = {
    'pages/s': Math.round(median(runs.map(rate))),
    'winnow to it': measure.ratio,
    'pages/s once up': Math.round(median(runs.map(rateOnceUp))),
    'winnow to it once up': ratio(rateOnceUp),
    aim: atLeast(SPEED_AIMS[name]),
    'CPU ms a page': told ? rounded(median(runs.map(({ cpuMs }) => cpuMs! / PAGES))) : null,
    'peak MB': told ? Math.round(median(runs.map(({ peakMb }) => peakMb!))) : null,
    'memory of winnow to it': told ? ratio(({ peakMb }) => peakMb!) : null,
    'aim of memory': atMost(MEMORY_AIMS[name]),
  }
  return asMeasure(cells, measure)
}
